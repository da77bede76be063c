"use strict";
// The token stays in this page: it comes from the address's fragment or the form, and
// goes to the server in a header.
const EVERY = 5000;
const find = (id) => document.getElementById(id);
let token = decodeURIComponent(location.hash.slice(1));
let timer = 0;

async function ask(path, options = {}) {
  const headers = { "X-Metamer-Researcher": token };
  const answer = await fetch(path, { ...options, headers });
  if (!answer.ok) throw new Error((await answer.json()).detail);
  return answer;
}

async function refresh() {
  clearTimeout(timer);
  try {
    const answer = await ask("api/researcher/overview");
    find("overview").innerHTML = await answer.text(); // escaped by the server
    find("problem").textContent = "";
    find("enter").hidden = true;
    find("data").hidden = false;
    timer = setTimeout(refresh, EVERY);
  } catch (error) {
    find("problem").textContent = error.message;
    if (!find("data").hidden) timer = setTimeout(refresh, EVERY);
  }
}

async function download(table) {
  const answer = await ask(`api/researcher/${table}.csv`);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = `${table}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function giveBack() {
  const participants = find("participants").value.split("\n").map((line) => line.trim());
  const body = JSON.stringify({ participants: participants.filter(Boolean) });
  const answer = await ask("api/researcher/return", { method: "POST", body });
  find("returned").textContent = `${(await answer.json()).returned} places are free again.`;
  refresh();
}

const say = (error) => { find("problem").textContent = error.message; };

find("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  token = find("token").value.trim();
  refresh();
});
find("return").addEventListener("submit", (event) => {
  event.preventDefault();
  giveBack().catch(say);
});
for (const button of document.querySelectorAll("[data-table]")) {
  button.addEventListener("click", () => download(button.dataset.table).catch(say));
}
if (token) refresh();

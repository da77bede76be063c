document.title = "Study";

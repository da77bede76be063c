import { defineConfig } from "vitest/config";

/** Builds into the Python package, so that whoever installs it needs no Node. */
export default defineConfig({
  base: "./",
  build: {
    outDir: "../src/metamer/app/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    /** The licences of what is built into the pages travel with them. */
    license: { fileName: "licenses.md" },
    target: "es2022",
  },
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"] },
});

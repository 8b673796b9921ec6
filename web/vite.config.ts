import { appendFileSync, readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const LICENCES = 'licences.md';

/** Adds the licences of the fonts to those of the bundle: Vite lists modules of scripts only. */
function fontLicences() {
  return {
    name: 'font-licences',
    writeBundle(options: { dir?: string }): void {
      const used = readFileSync('src/styles/fonts.css', 'utf8').matchAll(/url\('(@[^/]+\/[^/]+)\//g);
      for (const font of new Set(Array.from(used, (found) => found[1]))) {
        const { version, license } = JSON.parse(readFileSync(`node_modules/${font}/package.json`, 'utf8')) as { version: string; license: string };
        const text = readFileSync(`node_modules/${font}/LICENSE`, 'utf8').trim();
        appendFileSync(`${options.dir}/${LICENCES}`, `\n## ${font} - ${version} (${license})\n\n${text}\n`);
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), fontLicences()],
  base: '/',
  build: {
    outDir: '../src/wartable/server/static',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // the first that know light-dark(), by which the tokens name both themes
    assetsInlineLimit: 0, // a data: address would need a looser content security policy
    license: { fileName: LICENCES }, // of all that goes into the bundle; the licences of most ask for it
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:8000', '/seat': 'http://127.0.0.1:8000' },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});

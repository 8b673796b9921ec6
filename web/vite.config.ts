import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  base: '/',
  build: {
    outDir: '../src/wartable/server/static',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // the first that know light-dark(), by which the tokens name both themes
    assetsInlineLimit: 0, // a data: address would need a looser content security policy
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:8000', '/seat': 'http://127.0.0.1:8000' },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});

/**
 * What the client's sources are held to: faults, with the types known, and their layout.
 * Layout is a linter's here and not a formatter's: the style sheets and the tables of words are read by lines that belong together.
 */
import js from '@eslint/js';
import stylistic from '@stylistic/eslint-plugin';
import { defineConfig } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const layout = stylistic.configs.customize({ semi: true, indent: 2, quotes: 'single', braceStyle: '1tbs', arrowParens: true, commaDangle: 'always-multiline' });

export default defineConfig(
  { ignores: ['node_modules/', 'src/generated/'] },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  svelte.configs.recommended,
  layout,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: { allowDefaultProject: ['*.js', 'public/*.js'] }, tsconfigRootDir: import.meta.dirname, extraFileExtensions: ['.svelte'] },
    },
  },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } } },
  {
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/restrict-plus-operands': ['error', { allowNumberAndString: true }],
      '@typescript-eslint/no-confusing-void-expression': 'off', // `return this.refuse(…)` says that nothing follows
      '@typescript-eslint/no-meaningless-void-operator': 'off', // `void value` in an effect names what it depends on
      'svelte/prefer-svelte-reactivity': 'off', // sets and maps are made anew here, never changed once they are shown
      'svelte/no-unused-svelte-ignore': 'off', // takes the words of the reason for names of warnings
      '@stylistic/operator-linebreak': ['error', 'before', { overrides: { '=': 'after' } }],
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', args: 'none' }],
      '@stylistic/max-statements-per-line': 'off', // a guard of two short statements is one thought
      '@stylistic/lines-between-class-members': 'off', // the fields of a class stand together, as those of an interface do
      '@typescript-eslint/no-unnecessary-condition': 'off', // an element that is bound, or a field that an older record has not, may be missing
      '@typescript-eslint/require-await': 'off', // an interface may ask for a promise where there is nothing to wait for
      'svelte/no-useless-mustaches': 'off', // a space beside a block is written {' '}, else it is lost
      'svelte/require-each-key': 'off', // lines of text have no key, and one may come twice
      '@stylistic/multiline-ternary': 'off',
    },
  },
  {
    files: ['**/*.svelte'],
    rules: {
      // In markup the linter knows no types of a component's properties; svelte-check does, and checks them.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@stylistic/indent': 'off', // counts a script's lines from the margin
    },
  },
  { files: ['public/*.js'], ...ts.configs.disableTypeChecked }, // a service worker, which is served as it is written
);

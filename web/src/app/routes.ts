/** Which page answers which path; each is its own chunk, loaded when asked for. */
import type { Component } from 'svelte';
import { match } from '../lib/match';

export interface PageProps { params: Record<string, string>; query: URLSearchParams }
type Loader = () => Promise<{ default: Component<PageProps> }>;

const ROUTES: [string, Loader][] = [
  ['/', () => import('../pages/home/Page.svelte')],
  ['/games', () => import('../pages/games/Page.svelte')],
  ['/games/:key', () => import('../pages/games/GamePage.svelte')],
  ['/table/:id', () => import('./TableSwitch.svelte')],
  ['/table/:id/result', () => import('../pages/result/Page.svelte')],
  ['/sandbox', () => import('../pages/sandbox/Page.svelte')],
  ['/sandbox/:game', () => import('../pages/sandbox/machiavelli/Page.svelte')],
  ['/odds', () => import('../pages/odds/Page.svelte')],
  ['/learn', () => import('../pages/learn/Page.svelte')],
  ['/learn/:key', () => import('../pages/rules/Page.svelte')],
  ['/you', () => import('../pages/you/Page.svelte')],
];

/** The page for a path, with its parameters; null where there is none. */
export function resolve(path: string): { params: Record<string, string>; load: Loader } | null {
  for (const [pattern, load] of ROUTES) {
    const params = match(pattern, path);
    if (params) return { params, load };
  }
  return null;
}

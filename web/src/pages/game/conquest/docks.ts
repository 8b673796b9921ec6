/** Where each kind of decision is made: a file of its own in the folder `docks`, of the family or of a variant, found by its name. */
import type { Component } from 'svelte';
import type { Command } from './command.svelte';
import Place from './docks/Place.svelte';
import type { Deed } from './view';

type Dock = Component<{ command: Command; phone: boolean }>;
const found = import.meta.glob<Dock>('./**/docks/*.svelte', { eager: true, import: 'default' });
const docks = new Map(Object.entries(found).map(([path, dock]) => {
  const { folder = '', name = '' } = /^\.\/(?:(?<folder>.+)\/)?docks\/(?<name>\w+)\.svelte$/.exec(path)?.groups ?? {};
  return [`${folder}/${name.toLowerCase()}`, dock];
}));

/** The dock of a kind of decision, the variant's own before the family's, then that of simultaneous rounds; placing armies and picking places, which is as much, are the usual. */
export const dockFor = (deed: Deed | null, folder: string): Dock => docks.get(`${folder}/${deed}`) ?? docks.get(`/${deed}`) ?? docks.get(`simultaneous/${deed}`) ?? docks.get(`${folder}/place`) ?? Place;

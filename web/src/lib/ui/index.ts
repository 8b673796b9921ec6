/** The building blocks of every page. */
export { default as BottomBar } from './BottomBar.svelte';
export { default as Button } from './Button.svelte';
export { default as Card } from './Card.svelte';
export { default as Chip } from './Chip.svelte';
export { default as Dialog } from './Dialog.svelte';
export { default as Icon } from './Icon.svelte';
export { default as IconButton } from './IconButton.svelte';
export { default as Mark } from './Mark.svelte';
export { default as Pill } from './Pill.svelte';
export { default as PlayerSwatch } from './PlayerSwatch.svelte';
export { default as SiteNav } from './SiteNav.svelte';
export { default as Slider } from './Slider.svelte';
export { default as Stepper } from './Stepper.svelte';
export { default as Tabs } from './Tabs.svelte';
export { default as TopBar } from './TopBar.svelte';
export type { IconName } from './icons';

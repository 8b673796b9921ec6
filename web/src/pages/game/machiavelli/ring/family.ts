/** Lord of the Rings Machiavelli on the game page: that of Machiavelli, and the question whether the black riders go to the ring-bearer. */
import type { Family } from '../../family';
import machiavelli from '../family';
import Riders from './Riders.svelte';

export default {
  ...machiavelli,
  serves: (asked) => asked.kind === 'orders',
  Answers: Riders,
} satisfies Family;

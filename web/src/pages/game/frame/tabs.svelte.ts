/** Which part of the rail is open; the board may turn it to another. */
interface LineOfOrders { focus(): void }

class Tabs {
  value = $state('powers');
  /** Whether a narrow window shows the list over the board. */
  open = $state(false);
  /** Pixels at the foot of the board that are covered by one's own orders while letters take the rail. */
  foot = $state(0);
  /** The order line of the rail, for the key that leads there. */
  line = $state.raw<LineOfOrders | undefined>(undefined);
}

export const tabs = new Tabs();

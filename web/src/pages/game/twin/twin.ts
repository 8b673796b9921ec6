/** A board as a table: the same for boards that are also drawn and for games that have none. */
export interface TwinAction { label: string; run: () => void }
export interface TwinRow { key: string; colour: number; cells: string[]; actions: TwinAction[]; chosen?: boolean }
export interface Twin { title: string; columns: string[]; rows: TwinRow[]; loose: TwinAction[] }

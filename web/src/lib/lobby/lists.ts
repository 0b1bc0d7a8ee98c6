/** Lists of tables that the server tells piece by piece. */
import type { Table } from "$lib/server/types";

/** A list after a message: its tables in their order, each as it was last told. */
export function updateList(known: readonly Table[], message: { order: string[]; tables: Table[] }): Table[] {
  const tables = new Map([...known, ...message.tables].map((table) => [table.id, table]));
  return message.order.flatMap((id) => tables.get(id) ?? []);
}

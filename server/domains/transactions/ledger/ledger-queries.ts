import type { Db, Tx } from '#server/db/client.ts'
import { type RawBuilder, sql } from 'kysely'

type Account = {
  /** `gateway`: receivable from the gateway. `sales`: revenue. `prepaid`: liability for paid points. */
  won: 'gateway' | 'sales' | 'prepaid'
  /**
   * `wallet`: the member's points. The other accounts are their sources and destinations; `refunding` holds points of a
   * top-up whose refund is pending.
   */
  event: 'wallet' | 'granted' | 'spent' | 'expired' | 'refunding'
  paid: 'wallet' | 'issued' | 'spent' | 'expired' | 'refunding'
}

/** A balanced pair of postings: debits one account and credits another by the same amount. */
export type LedgerTransfer = {
  [U in keyof Account]: { unit: U; debit: Account[U]; credit: Account[U]; amount: number }
}[keyof Account]

/** Points added to (positive) or taken from (negative) an existing lot. */
export type PointLotMovement = { lot_id: number; change: number }

/** A lot created by the entry. */
export type NewPointLot = { kind: 'event' | 'paid'; amount: number; expires_at: Date }

export type NewLedgerEntry = {
  wallet_id: number
  kind: 'purchase' | 'top_up' | 'subscription' | 'refund' | 'grant' | 'expiry' | 'correction'
  /** Origin of the entry. At most one entry of each kind per source. */
  source: {
    type: 'order' | 'request' | 'refund' | 'point_lot_movement' | 'grant' | 'entry'
    id: number
  }
  title: string
  order_id?: number | null
  /** Id of the entry that this one reverses, in full or in part. */
  reverses_entry_id?: number | null
  moves: readonly LedgerTransfer[]
  lots?: readonly NewPointLot[]
  point_lot_movements?: readonly PointLotMovement[]
}

/**
 * Posts one entry with its postings and lot movements. Triggers update the balances, and constraints check it at commit.
 * The caller holds the lock of the wallet.
 * @throws a database error of the violated constraint.
 */
export async function postEntry(tx: Tx, entry: NewLedgerEntry, now: Date): Promise<void> {
  const { source, order_id = null, ...line } = entry
  await sql`
    /* post_entry */
    with ${postEntriesSql(
      source.type,
      [{ ...line, cause: '', at: now }],
      sql`select '' as cause, ${source.id}::bigint as source_id, ${order_id}::bigint as order_id`,
    )}
    select id from entry`.execute(tx)
}

/** An entry whose source row is inserted by the same statement; `cause` identifies that row. */
export type BatchLedgerEntry = Omit<NewLedgerEntry, 'source' | 'order_id'> & {
  cause: string
  at: Date
}

/**
 * Builds CTEs that post several entries within another statement; the CTE `entry` returns them. The SQL text does not depend
 * on the entries, so that the statement is planned once.
 * @param causes query with one row per entry: `cause`, `source_id`, `order_id`.
 */
export function postEntriesSql(
  source_type: NewLedgerEntry['source']['type'],
  lines: readonly BatchLedgerEntry[],
  causes: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const entries = lines.map(({ moves, lots: _, point_lot_movements: __, ...entry }) => {
    const points = { event_point: netChange(moves, 'event'), paid_point: netChange(moves, 'paid') }
    return { ...entry, amount_krw: netChange(moves, 'won'), ...points }
  })
  const postings = lines.flatMap(({ cause, moves }) =>
    moves.flatMap(({ unit, debit, credit, amount }) => [
      { cause, unit, account: debit, side: 'debit', amount },
      { cause, unit, account: credit, side: 'credit', amount },
    ]),
  )
  const lots = lines.flatMap(({ cause, lots = [] }) => lots.map((lot) => ({ cause, ...lot })))
  const point_lot_movements = lines.flatMap(({ cause, point_lot_movements = [] }) =>
    point_lot_movements.map((move) => ({ cause, ...move })),
  )
  return sql`
    causes as (${causes}), entry as (
      insert into ledger_entries
        (wallet_id, kind, source_type, source_id, title, order_id, reverses_entry_id, amount_krw, event_point, paid_point, created_at)
      select e.wallet_id, e.kind, ${source_type}, c.source_id, e.title, c.order_id, e.reverses_entry_id, e.amount_krw, e.event_point,
        e.paid_point, e.at
      from json_to_recordset(${JSON.stringify(entries)}::json) as e (cause text, wallet_id int, kind text, title text,
        reverses_entry_id bigint, amount_krw int, event_point int, paid_point int, at timestamptz) join causes c using (cause)
      returning id, wallet_id, source_id, order_id, created_at
    ), booked as (
      select c.cause, entry.* from entry join causes c using (source_id)
    ), posted as (
      insert into ledger_postings (entry_id, unit, account, side, amount, wallet_id)
      select b.id, p.unit, p.account, p.side, p.amount, case p.account when 'wallet' then b.wallet_id end
      from booked b join json_to_recordset(${JSON.stringify(postings)}::json)
        as p (cause text, unit text, account text, side text, amount int) using (cause)
    ), begun as (
      insert into point_lots (wallet_id, kind, entry_id, order_id, amount, expires_at, created_at)
      select b.wallet_id, l.kind, b.id, b.order_id, l.amount, l.expires_at, b.created_at
      from booked b join json_to_recordset(${JSON.stringify(lots)}::json)
        as l (cause text, kind text, amount int, expires_at timestamptz) using (cause)
      returning id, entry_id, amount
    ), moved as (
      insert into point_lot_movements (entry_id, lot_id, change)
      select b.id, m.lot_id, m.change
      from booked b join json_to_recordset(${JSON.stringify(point_lot_movements)}::json)
        as m (cause text, lot_id bigint, change int) using (cause)
      union all select entry_id, id, amount from begun
    )`
}

/** Net change of a unit from the member's view: won paid to the gateway, or points credited to the wallet. */
function netChange(moves: readonly LedgerTransfer[], unit: LedgerTransfer['unit']): number {
  const own = unit === 'won' ? 'gateway' : 'wallet'
  const sign = unit === 'won' ? 1 : -1
  return moves
    .filter((move) => move.unit === unit)
    .reduce((sum, { debit, credit, amount }) => {
      return sum + sign * amount * (Number(debit === own) - Number(credit === own))
    }, 0)
}

/** Finds the id of the first entry of a source. */
export async function findEntryId(db: Db, source: NewLedgerEntry['source']) {
  const entry = await db
    .selectFrom('ledger_entries')
    .select('id')
    .where('source_type', '=', source.type)
    .where('source_id', '=', source.id)
    .executeTakeFirst()
  return entry?.id
}

/** Reads the lot movements that return the points of an entry to the lots they came from. */
export async function readReturnMovements(db: Db, entry_id: number): Promise<PointLotMovement[]> {
  const moves = await db
    .selectFrom('point_lot_movements')
    .select(['lot_id', 'change'])
    .where('entry_id', '=', entry_id)
    .where('change', '<', 0)
    .execute()
  return moves.map(({ lot_id, change }) => ({ lot_id, change: -change }))
}

import type { Tx } from '#server/db/client.ts'
import { type RawBuilder, sql } from 'kysely'

type Account = {
  /** `gateway`: what it holds for us. `sales`: what we sold. `prepaid`: what was paid for points. */
  won: 'gateway' | 'sales' | 'prepaid'
  /**
   * `wallet`: the member's. The others are where his points come from and go to; `refunding` has those whose top-up is being
   * paid back.
   */
  event: 'wallet' | 'granted' | 'spent' | 'expired' | 'refunding'
  paid: 'wallet' | 'issued' | 'spent' | 'expired' | 'refunding'
}

/** So much of a unit goes from one account to another: a credit here, a debit there, so that it balances (L1). */
export type Move = {
  [U in keyof Account]: { unit: U; debit: Account[U]; credit: Account[U]; amount: number }
}[keyof Account]

/** Points given to (above 0) or taken from a lot that is there. */
export type LotMove = { lot_id: number; change: number }

/** A lot that begins with the entry. */
export type NewLot = { kind: 'event' | 'paid'; amount: number; expires_at: Date }

export type Entry = {
  wallet_id: number
  kind: 'purchase' | 'top_up' | 'subscription' | 'refund' | 'grant' | 'expiry' | 'correction'
  /** What it is booked for: one entry of a kind for each (L5). */
  source: { type: 'order' | 'request' | 'refund' | 'lot_move' | 'grant' | 'entry'; id: number }
  title: string
  order_id?: number | null
  /** The entry it takes back, whole or in part (L7). */
  reverses?: number | null
  moves: readonly Move[]
  lots?: readonly NewLot[]
  lot_moves?: readonly LotMove[]
}

/**
 * Books one entry: its postings, and the lots that its points come from or go to. Balances follow by triggers, and the
 * database checks at commit that all of it agrees (L1–L8). Whoever calls holds the lock of the wallet.
 * @returns the entry's id.
 * @throws of the database, by the constraint that would be broken.
 */
export async function post(tx: Tx, entry: Entry, now: Date): Promise<number> {
  const { source, order_id = null } = entry
  const { rows } = await sql<{ id: number }>`
    /* post_entry */
    with ${booking(entry, sql`select ${source.id}::bigint as source_id, ${order_id}::int as order_id`, now)}
    select id from entry`.execute(tx)
  return rows[0]?.id ?? 0
}

/**
 * What `post` does as a part of a statement of somebody else, `entry` being what was booked.
 * @param cause a query of one row, with `source_id` and `order_id` of the entry.
 */
export function booking(
  entry: Omit<Entry, 'source' | 'order_id'> & { source: Pick<Entry['source'], 'type'> },
  cause: RawBuilder<unknown>,
  now: Date,
): RawBuilder<unknown> {
  const { moves, lots = [], lot_moves = [] } = entry
  const postings = moves.flatMap(({ unit, debit, credit, amount }) => [
    { unit, account: debit, side: 'debit', amount },
    { unit, account: credit, side: 'credit', amount },
  ])
  return sql`
    entry as (
      insert into ledger_entries
        (wallet_id, kind, source_type, source_id, title, order_id, reverses, won, event_point, paid_point, created_at)
      select ${entry.wallet_id}::int, ${entry.kind}, ${entry.source.type}, source_id, ${entry.title}, order_id,
        ${entry.reverses ?? null}::bigint, ${gained(moves, 'won')}::int, ${gained(moves, 'event')}::int,
        ${gained(moves, 'paid')}::int, ${now}::timestamptz
      from (${cause}) as cause
      returning id, wallet_id, order_id, created_at
    ), posted as (
      insert into ledger_postings (entry_id, unit, account, side, amount, wallet_id)
      select entry.id, p.unit, p.account, p.side, p.amount, case p.account when 'wallet' then entry.wallet_id end
      from entry, json_to_recordset(${JSON.stringify(postings)}::json)
        as p (unit text, account text, side text, amount int)
    ), begun as (
      insert into point_lots (wallet_id, kind, entry_id, order_id, amount, expires_at, created_at)
      select entry.wallet_id, l.kind, entry.id, entry.order_id, l.amount, l.expires_at, entry.created_at
      from entry, json_to_recordset(${JSON.stringify(lots)}::json) as l (kind text, amount int, expires_at timestamptz)
      returning id, amount
    ), moved as (
      insert into lot_moves (entry_id, lot_id, change)
      select entry.id, m.lot_id, m.change
      from entry, json_to_recordset(${JSON.stringify(lot_moves)}::json) as m (lot_id int, change int)
      union all select entry.id, begun.id, begun.amount from entry, begun
    )`
}

/** Of the member: won he paid is what the gateway got, points he got are what his wallet is credited. */
function gained(moves: readonly Move[], unit: Move['unit']): number {
  const own = unit === 'won' ? 'gateway' : 'wallet'
  const sign = unit === 'won' ? 1 : -1
  return moves.reduce((sum, move) => {
    if (move.unit !== unit) return sum
    return (
      sum +
      sign * ((move.debit === own ? move.amount : 0) - (move.credit === own ? move.amount : 0))
    )
  }, 0)
}

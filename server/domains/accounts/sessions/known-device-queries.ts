import type { Db, Transact, Tx } from '#server/db/client.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import type { KnownDevices } from '#server/db/schema/tables.generated.ts'
import { type Insertable, type Selectable, sql } from 'kysely'

export type KnownDevice = Pick<Selectable<KnownDevices>, 'token_hash' | 'network_index'>

/** Reads the devices of an account that have this token or were used in this network after `usedAfter`. */
export const findKnownDevices = (
  db: Db,
  email: string,
  { token_hash, network_index }: { token_hash: Buffer | null; network_index: Buffer },
  usedAfter: string,
) =>
  db
    .selectFrom('known_devices')
    .innerJoin('members', 'members.id', 'known_devices.member_id')
    .select(['token_hash', 'network_index'])
    .where('members.email', '=', email)
    .where('last_used_at', '>', usedAfter)
    .where((eb) =>
      eb.or([eb('token_hash', '=', token_hash), eb('network_index', '=', network_index)]),
    )
    .execute()

/**
 * Stores the use of a device, and deletes the least recently used ones beyond `maxDevices`.
 * @returns whether it is new.
 */
export async function upsertKnownDevice(
  tx: Tx,
  device: Insertable<KnownDevices>,
  maxDevices: number,
): Promise<boolean> {
  const { network_index, last_used_at } = device
  const { is_new } = await tx
    .with('surplus', (q) =>
      q.deleteFrom('known_devices').where((eb) =>
        eb(
          eb.refTuple('member_id', 'token_hash'),
          'in',
          eb
            .selectFrom('known_devices')
            .select(['member_id', 'token_hash'])
            .where('member_id', '=', device.member_id)
            .where('token_hash', '<>', device.token_hash)
            .orderBy('last_used_at', 'desc')
            .offset(maxDevices - 1)
            .$asTuple('member_id', 'token_hash'),
        ),
      ),
    )
    .insertInto('known_devices')
    .values(device)
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'token_hash']).doUpdateSet({ network_index, last_used_at }),
    )
    // PostgreSQL sets `xmax` if the upsert updated the row, and leaves it 0 if it inserted one.
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .executeTakeFirstOrThrow()
  return is_new
}

export const deleteKnownDevices = (tx: Tx, member_id: number) =>
  tx.deleteFrom('known_devices').where('member_id', '=', member_id).execute()

export const deleteUnusedDevices = (
  transact: Transact,
  unusedSince: string,
  signal?: AbortSignal,
) => deleteInBatches(transact, 'known_devices', sql`last_used_at <= ${unusedSince}`, signal)

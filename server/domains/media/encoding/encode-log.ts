import type { Database, Db } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'

/** So many lines are kept, of so many characters each. */
const most = { lines: 200, characters: 500 }
/** How often they are written while an encoder speaks, in ms. */
const writeEvery = 1_500

export type EncodeLog = {
  say(line: string): void
  /** Writes what was said so far, so that it is there before its end is told of. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** What the encoder says of an asset, the last lines of it; a run adds to what earlier runs said. */
export async function openEncodeLog(
  { db, transact, clock }: Pick<Database, 'db' | 'transact'> & { clock: Clock },
  assetId: number,
): Promise<EncodeLog> {
  const lines = await readEncodeLog(db, assetId)
  let writing: Promise<unknown> = Promise.resolve()
  let changed = false
  const write = () => {
    if (!changed) return
    changed = false
    const row = { asset_id: assetId, lines: [...lines] }
    // A line that is not written costs nothing but itself, and an asset may be gone.
    writing = writing.then(() =>
      transact((tx) =>
        tx
          .insertInto('media_encode_logs')
          .values(row)
          .onConflict((conflict) => conflict.column('asset_id').doUpdateSet({ lines: row.lines }))
          .execute(),
      ).catch(() => {}),
    )
  }
  const flush = async () => {
    write()
    await writing
  }
  const timer = setInterval(write, writeEvery)
  timer.unref()
  return {
    say(line) {
      const plain = line.replace(/[\p{Cc}\p{Cs}]/gu, ' ').slice(0, most.characters)
      lines.push(`${clock.now().toISOString()} ${plain}`)
      if (lines.length > most.lines) lines.splice(0, lines.length - most.lines)
      changed = true
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

/** `2026-05-01T12:00:00.000Z what was said`, the oldest first. */
export async function readEncodeLog(db: Db, assetId: number): Promise<string[]> {
  const row = await db
    .selectFrom('media_encode_logs')
    .select('lines')
    .where('asset_id', '=', assetId)
    .executeTakeFirst()
  return row?.lines ?? []
}

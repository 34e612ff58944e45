import type { Database, Db } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'

const limits = { lines: 200, characters: 500 }
const writeIntervalMs = 1_500

export type EncodeLog = {
  say(line: string): void
  /** Saves all lines so far, so that they are readable before the final state is notified. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Opens the log of an asset's encoder. Later runs append; the last 200 lines of 500 characters are kept. */
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
    // Errors are ignored: the log is informational, and the asset may have been deleted.
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
  const timer = setInterval(write, writeIntervalMs)
  timer.unref()
  return {
    say(line) {
      const plain = line.replace(/[\p{Cc}\p{Cs}]/gu, ' ').slice(0, limits.characters)
      lines.push(`${clock.now().toISOString()} ${plain}`)
      if (lines.length > limits.lines) lines.splice(0, lines.length - limits.lines)
      changed = true
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

/** Lines such as `2026-05-01T12:00:00.000Z attempt 1 of film.mp4`, oldest first. */
export async function readEncodeLog(db: Db, assetId: number): Promise<string[]> {
  const row = await db
    .selectFrom('media_encode_logs')
    .select('lines')
    .where('asset_id', '=', assetId)
    .executeTakeFirst()
  return row?.lines ?? []
}

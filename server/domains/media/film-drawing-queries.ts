import type { Tx } from '#server/db/client.ts'

/** Stores which share of a film's frames is drawn, 0..1. Encoding follows. */
export async function saveDrawingProgress(tx: Tx, episode_id: number, progress: number) {
  await tx
    .insertInto('film_drawings')
    .values({ episode_id, progress })
    .onConflict((conflict) => conflict.column('episode_id').doUpdateSet({ progress }))
    .execute()
}

/** Deletes the progress of a film that is ready. */
export async function deleteDrawingProgress(tx: Tx, episode_id: number) {
  await tx.deleteFrom('film_drawings').where('episode_id', '=', episode_id).execute()
}

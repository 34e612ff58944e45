import type { Storage } from '#server/adapters/storage/index.ts'
import type { Tx } from '#server/db/client.ts'
import { images, pictureFiles } from './media-files.ts'
import { allWorks, type Work } from './works/index.ts'

/**
 * Stores the artwork of works, by hard links where that is possible, and shows it. A picture that is stored already stays.
 * @param ids the works; all by default.
 */
export async function addArtwork(
  tx: Tx,
  files: Storage,
  ids: readonly number[] = allWorks.map(({ id }) => id),
): Promise<void> {
  for (const work of allWorks.filter(({ id }) => ids.includes(id))) {
    const { poster, backdrop, logo } = images.works[work.id]!
    for (const { key } of [poster, backdrop, ...(logo ? [logo] : [])]) await store(files, key)
    await tx
      .updateTable('series')
      .set({
        poster_key: poster.key,
        poster_color: poster.color,
        backdrop_key: backdrop.key,
        backdrop_color: backdrop.color,
        logo_key: logo?.key ?? null,
      })
      .where('id', '=', work.id)
      .execute()
    await addStills(tx, files, work)
  }
}

/** Gives each episode a frame of its film. */
async function addStills(tx: Tx, files: Storage, work: Work) {
  for (const season of work.seasons)
    for (const { number, film } of season.episodes) {
      const still = film && images.films[film]
      if (!still) continue
      await store(files, still.key)
      await tx
        .updateTable('episodes')
        .from('seasons')
        .set({ thumbnail_key: still.key, thumbnail_color: still.color })
        .whereRef('seasons.id', '=', 'episodes.season_id')
        .where('episodes.series_id', '=', work.id)
        .where('seasons.number', '=', season.number)
        .where('episodes.number', '=', number)
        .execute()
    }
}

async function store(files: Storage, key: string) {
  for (const { name, path } of pictureFiles(key)) {
    const file = `images/${key.slice(0, 2)}/${key}/${name}` as const
    if (!(await files.has(file))) await files.import(file, path, { is_final: true })
  }
}

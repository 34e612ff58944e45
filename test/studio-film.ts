import { foldersOf } from '#server/compose.ts'
import { registerAsset } from '#server/domains/media/index.ts'
import { filmFolder, makeFilm, type MadeFilm } from '#server/outside/encoder/made-films.ts'
import type { World } from './world.ts'

/** Hands a small film in as an upload that is all here does; its source is kept until it is ready. */
export async function handIn(
  world: World,
  film: Partial<MadeFilm> & { episode_id?: number } = {},
): Promise<number> {
  const { episode_id, ...made } = film
  await using box = await filmFolder()
  const name = made.name ?? 'film.mp4'
  const file = await makeFilm(box.path, { size: '192x108', seconds: 3, ...made, name })
  const parts = { ...world, ...foldersOf(world.config), now: world.clock.now() }
  const given = episode_id === undefined ? {} : { episode_id }
  // Awaited here: on the way out the folder goes, and the film with it.
  return await registerAsset(parts, { file, name, keeps_source: true, ...given })
}

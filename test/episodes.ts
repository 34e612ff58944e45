import type { World } from './world.ts'

type Wishes = {
  series?: { age_rating?: string; is_hidden?: boolean }
  is_free?: boolean
  price?: number
  in_subscription?: boolean
  released_at?: string | null
  is_hidden?: boolean
}

let works = 0

/** A work of its own with one season of as many episodes as wishes are given; answers the episodes' ids, in order. */
export async function makeEpisodes(world: World, wishes: readonly Wishes[]): Promise<number[]> {
  return world.transact(async (tx) => {
    const series = await tx
      .insertInto('series')
      .values({
        title: `시험 작품 ${++works}`,
        age_rating: 'ALL',
        is_series: wishes.length > 1,
        ...wishes[0]?.series,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const season = await tx
      .insertInto('seasons')
      .values({ series_id: series.id, number: 1, title: '시즌 1' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = await tx
      .insertInto('episodes')
      .values(
        wishes.map(({ series: _, ...episode }, index) => ({
          series_id: series.id,
          season_id: season.id,
          number: index + 1,
          title: `${index + 1}화`,
          is_free: true,
          ...episode,
        })),
      )
      .returning('id')
      .execute()
    return rows.map((row) => row.id).sort((a, b) => a - b)
  })
}

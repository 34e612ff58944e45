/** What this domain's tests stand on: a world, works to order, and the handlers called without the cache before them. */
import type { Answer, Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import type { Database } from '#server/db/client.ts'
import type { Caller, Handler } from '#server/kernel/handler.ts'
import { openWorld } from '#test/world.ts'
import pg from 'pg'
import { contentsHandlers } from './handlers.ts'

type Query = Record<string, string | number | boolean>

export type Ground = Awaited<ReturnType<typeof openGround>>

/** A world of a test whose handlers are called without HTTP, and what was told on the channel `stale` meanwhile. */
export async function openGround() {
  const world = await openWorld()
  const listener = new pg.Client({ connectionString: world.url })
  const heard: string[] = []
  listener.on('notification', (message) => heard.push(...(message.payload ?? '').split(' ')))
  await listener.connect()
  await listener.query('listen stale')

  /** Calls a handler as the house does: input checked by the contract, the answer too. */
  async function call<E extends Endpoint>(
    endpoint: E,
    input: { id?: number; query?: Query } = {},
  ): Promise<{ value: Answer<E>; tags: string[] }> {
    const tags: string[] = []
    const text = Object.fromEntries(
      Object.entries(input.query ?? {}).map(([k, v]) => [k, String(v)]),
    )
    const given = {
      params: endpoint.params?.parse({ id: String(input.id) }),
      query: endpoint.query?.parse(text),
      db: world.db,
      transact: world.transact,
      now: world.clock.now(),
      session: null,
      member: null,
      visitor: { address: '127.0.0.1', device: '' },
      isGone: () => false,
      cookie: { give: () => {}, take: () => {} },
      file: null,
      file_name: '',
      key: null,
      tag: (...names: string[]) => void tags.push(...names),
    } satisfies Caller & Record<string, unknown>
    const name = Object.entries(endpoints.contents).find(
      ([, one]) => one.path === endpoint.path,
    )?.[0]
    const handler = contentsHandlers[name as keyof typeof contentsHandlers] as unknown as Handler<E>
    const value = await handler(given as never)
    return { value: endpoint.answer?.parse(value) as Answer<E>, tags }
  }

  return {
    ...world,
    call,
    /** The tags told since the last time, by everything that was committed. */
    async told(): Promise<string[]> {
      // A notice of our own comes after all the earlier ones.
      const mark = `mark-${Math.random()}`
      await world.pool.query(`select pg_notify('stale', $1)`, [mark])
      while (!heard.includes(mark)) {
        await new Promise((resolve) => listener.once('notification', resolve))
      }
      return heard.splice(0).filter((tag) => tag !== mark)
    },
    async close() {
      await listener.end()
      await world.close()
    },
  }
}

let made = 0

/** Puts in a work of one season. Everything has a default; `episodes` are columns of each episode. */
export async function makeSeries(
  { transact }: Pick<Database, 'transact'>,
  series: Record<string, unknown> = {},
  episodes: Record<string, unknown>[] = [],
) {
  return transact(async (tx) => {
    const { id } = await tx
      .insertInto('series')
      .values({ title: `작품 ${++made}`, age_rating: 'ALL', is_series: true, ...series } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    const season = await tx
      .insertInto('seasons')
      .values({ series_id: id, number: 1, title: '시즌 1' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const episode_ids: number[] = []
    for (const [index, episode] of episodes.entries()) {
      const row = await tx
        .insertInto('episodes')
        .values({
          ...{ series_id: id, season_id: season.id, number: index + 1, title: `${index + 1}화` },
          ...episode,
        } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
      episode_ids.push(row.id)
    }
    return { id, season_id: season.id, episode_ids }
  })
}

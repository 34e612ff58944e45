import { accounts } from '#contract/accounts.ts'
import { keyRequestHeaders, playback, type Video } from '#contract/playback.ts'
import type { Problem } from '#contract/problems.ts'
import { foldersOf } from '#server/compose.ts'
import { readAsset, registerAsset } from '#server/domains/media/index.ts'
import { filmFolder, makeFilm } from '#server/outside/encoder/made-films.ts'
import { vi } from 'vitest'
import { makeEpisodes } from './episodes.ts'
import type { TestMember } from './members.ts'
import { newcomer } from './newcomer.ts'
import { openWorld, type World } from './world.ts'

/** An episode and the asset that it shows. */
export type Film = { episode_id: number; asset_id: number }

/** A browser that may be signed in. */
export type Viewer = Pick<TestMember, 'fetch' | 'call'>

/** A player's name, padded to the length that the contract asks for. */
export const playerName = (name: string) => `player-of-a-test-${name}`

/** A world with a gateway and a worker that encodes one film of 12 s: 4 s of it are free, 8 s are period 1. */
export async function openFilmWorld(options: Parameters<typeof openWorld>[0] = {}) {
  const [world, box] = await Promise.all([openWorld({ gateway: true, ...options }), filmFolder()])
  const file = await makeFilm(box.path, { name: 'film.mp4', size: '192x108', seconds: 12 })
  const worker = await world.work()
  const content = 'WEBVTT\n\n00:01.000 --> 00:02.000\n안녕\n\n00:09.000 --> 00:10.000\n끝\n'
  return {
    world,
    async encode(wishes: Parameters<typeof makeEpisodes>[1][number]): Promise<Film> {
      const [episode_id = 0] = await makeEpisodes(world, [wishes])
      const parts = { ...world, ...foldersOf(world.config), now: world.clock.now() }
      const captions = [{ language: 'ko', label: '한국어', content }]
      const asset_id = await registerAsset(parts, { file, episode_id, captions })
      await vi.waitUntil(async () => (await readAsset(world.db, asset_id))?.state === 'ready', {
        timeout: 50_000,
        interval: 60,
      })
      return { episode_id, asset_id }
    },
    async close() {
      await worker.stop()
      await world.close()
      await box[Symbol.asyncDispose]()
    },
  }
}

/** A browser without a session. */
export const visitorOf = (world: World): Viewer => ({ fetch: world.fetch, call: world.call })

/** Another browser in which the member is signed in. */
export async function signInElsewhere(world: World, member: TestMember): Promise<Viewer> {
  const browser = newcomer(world)
  const body = { email: member.email, password: member.password }
  await browser.call(accounts.logIn, { body })
  return {
    call: browser.call,
    fetch: (path, init) =>
      world.fetch(path, { ...init, headers: { ...init?.headers, cookie: browser.cookie() } }),
  }
}

/** Reads the video of a film, for a player whose own slot is not in the way where one is named. */
export const readVideo = (viewer: Viewer, { episode_id }: Film, player?: string): Promise<Video> =>
  viewer.call(playback.readVideo, {
    params: { id: episode_id },
    query: player ? { player: playerName(player) } : {},
  })

/** The offers of a refused film. */
export async function readOffers(viewer: Viewer, { episode_id }: Film) {
  const response = await viewer.fetch(`/api/contents/${episode_id}/video/`)
  return ((await response.json()) as Problem).offers
}

export const takeStream = (
  viewer: Viewer,
  { episode_id }: Film,
  player: string,
  more: { take_over?: number; position?: number } = {},
) =>
  viewer.call(playback.takeStream, {
    params: { id: episode_id },
    body: { player: playerName(player), ...more },
  })

/** Asks for a file beside `main.m3u8`, as a browser does from our own pages. @returns the status. */
export async function statusOf(viewer: Viewer, main: string, name: string): Promise<number> {
  return (await viewer.fetch(beside(main, name))).status
}

/** The address of another file of the film whose multivariant playlist is at `main`. */
export const beside = (main: string, name: string) =>
  main.replace(/(?:preview\/)?main\.m3u8$/, name)

export type KeyAsking = {
  rendition?: string
  period?: number
  player?: string | null
  position?: number | string | null
  method?: string
  headers?: Record<string, string>
}

/** Asks for a content key as the player does: period 1 of the picture at 100 s unless told otherwise. */
export async function askKey(viewer: Viewer, main: string, asking: KeyAsking = {}) {
  const { rendition = 'v108', period = 1, player = 'one', position = 100, method, headers } = asking
  const response = await viewer.fetch(beside(main, `keys/${rendition}/${period}.key`), {
    ...(method ? { method } : {}),
    headers: {
      ...(player === null ? {} : { [keyRequestHeaders.player]: playerName(player) }),
      ...(position === null ? {} : { [keyRequestHeaders.position]: String(position) }),
      ...headers,
    },
  })
  const isKey = response.headers.get('content-type') === 'application/octet-stream'
  const key = isKey ? Buffer.from(await response.arrayBuffer()) : undefined
  const problem = isKey || method ? undefined : ((await response.json()) as Problem)
  return { status: response.status, code: problem?.code, problem, key, headers: response.headers }
}

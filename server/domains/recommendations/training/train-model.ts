import { dayMs, hourMs } from '#contract/core/seoul-time.ts'
import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Logger } from '#server/shared/logger.ts'
import {
  beginModel,
  countPublicWorks,
  type DescribedWork,
  insertAgeGroups,
  insertNeighbours,
  readCurrentModel,
  readDescribedWorks,
  swapModel,
} from '../model-queries.ts'
import { readAgeGroupViewers, readLikedWorks } from '../signal-queries.ts'
import { ageGroupDays, createAgeGroups } from './age-groups.ts'
import type { FitRequest, FitResult } from './fit-thread.ts'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export type TrainingDependencies = Pick<Database, 'db' | 'transact'> & { clock: Clock; log: Logger }

/** Members whose signals are read by one statement, and works written by one transaction. */
const batchSizes = { members: 500, works: 500 }
/** The latest liked works of a profile that are trained on: the cost of a profile is the square of its length. */
const maxLikedWorks = 300

/** The periodic task: trains if it is due. */
export async function trainIfDue(deps: TrainingDependencies, signal: AbortSignal): Promise<void> {
  const [current, work_count] = await Promise.all([
    readCurrentModel(deps.db),
    countPublicWorks(deps.db),
  ])
  if (isTrainingDue(current, work_count, deps.clock.now())) await trainModel(deps, signal)
}

/**
 * Trains a model and serves it. Safe to run twice and to end at any time: the rows of an unfinished model are not served, and the next
 * run deletes them.
 */
export async function trainModel(
  { db, transact, clock, log }: TrainingDependencies,
  signal?: AbortSignal,
): Promise<void> {
  const now = clock.now()
  const began = performance.now()
  const work_count = await countPublicWorks(db)
  const works = await readDescribedWorks(db)
  const ageGroups = createAgeGroups()
  const since = new Date(now.getTime() - ageGroupDays * dayMs)
  const thread = new Worker(new URL('./fit-thread.ts', import.meta.url))
  const end = () => void thread.terminate()
  signal?.addEventListener('abort', end)
  try {
    const send = (request: FitRequest) => thread.postMessage(request)
    const answered = once(thread, 'message', { ...(signal && { signal }) }) as Promise<[FitResult]>
    // The rejection is handled below; this handler avoids an unhandled rejection before that.
    answered.catch(() => {})
    send({ type: 'begin', descriptions: works.map(describe) })
    const profile_count = await sendProfiles(send)
    send({ type: 'fit' })
    const [result] = await answered
    const model_id = await transact(async (tx) => {
      const id = await beginModel(tx, { trained_at: now.toISOString(), work_count, profile_count })
      await insertAgeGroups(tx, id, ageGroups.list())
      return id
    })
    await writeNeighbours(model_id, result)
    signal?.throwIfAborted()
    await transact((tx) => swapModel(tx, model_id))
    const seconds = Math.round((performance.now() - began) / 100) / 10
    log.info({ works: works.length, profiles: profile_count, seconds }, 'recommendations trained')
  } finally {
    signal?.removeEventListener('abort', end)
    await thread.terminate()
  }

  async function sendProfiles(send: (request: FitRequest) => void): Promise<number> {
    const itemOf = new Map(works.map(({ id }, item) => [id, item]))
    let count = 0
    let after = 0
    for (;;) {
      signal?.throwIfAborted()
      const batch = await readLikedWorks(
        db,
        { after, limit: batchSizes.members, most: maxLikedWorks },
        now,
      )
      if (batch.last === undefined) return count
      ageGroups.add(await readAgeGroupViewers(db, { after, last: batch.last, since }))
      after = batch.last
      const lists = batch.profiles.map((liked) => liked.flatMap((id) => itemOf.get(id) ?? []))
      const ends = new Int32Array(lists.length)
      let length = 0
      for (const [index, list] of lists.entries()) ends[index] = length += list.length
      send({ type: 'profiles', items: Int32Array.from(lists.flat()), ends })
      count += lists.length
    }
  }

  async function writeNeighbours(model_id: number, { items, weights, ends }: FitResult) {
    const credits = listSharedCredits(works)
    for (let from = 0; from < works.length; from += batchSizes.works) {
      signal?.throwIfAborted()
      const rows = works.slice(from, from + batchSizes.works).map(({ id }, offset) => {
        const item = from + offset
        const [begin, stop] = [item === 0 ? 0 : ends[item - 1]!, ends[item]!]
        return {
          series_id: id,
          neighbour_ids: Array.from(items.subarray(begin, stop), (other) => works[other]!.id),
          weights: Array.from(weights.subarray(begin, stop)),
          credit_ids: credits[item]!,
        }
      })
      await transact((tx) => insertNeighbours(tx, model_id, rows))
    }
  }
}

const describe = ({ genres, person_ids, year }: DescribedWork) => ({
  genres,
  people: person_ids.map(String),
  year,
})

/** The hour in Seoul after which a new model is trained each day, when few people watch. */
const nightlyHour = 4
/** Seoul is nine hours ahead of UTC, without summer time. */
const nightlyHourUtc = nightlyHour - 9
/** After works were published or removed, in ms. */
const afterChangeMs = 10 * 60_000

/** Whether to train: without a model, once a night, and some minutes after the number of public works changed. */
export function isTrainingDue(
  current: { trained_at: string; work_count: number } | undefined,
  work_count: number,
  now: Date,
): boolean {
  if (!current) return true
  const trained = Date.parse(current.trained_at)
  const time = now.getTime()
  const lastNight =
    Math.floor((time - nightlyHourUtc * hourMs) / dayMs) * dayMs + nightlyHourUtc * hourMs
  if (trained < lastNight) return true
  return work_count !== current.work_count && time - trained >= afterChangeMs
}

const maxWorks = 30
/** The credits of a work that are compared: the directors and the leading cast. */
const leadingCredits = 6

/** Lists the works that share leading people with each work, most shared people first. */
export function listSharedCredits(
  works: readonly Pick<DescribedWork, 'id' | 'person_ids'>[],
): number[][] {
  const worksOf = new Map<number, number[]>()
  const leading = works.map(({ person_ids }) => person_ids.slice(0, leadingCredits))
  for (const [index, { id }] of works.entries())
    for (const person of leading[index]!) {
      const own = worksOf.get(person)
      if (own) own.push(id)
      else worksOf.set(person, [id])
    }
  return works.map(({ id }, index) => {
    const counts = new Map<number, number>()
    for (const person of leading[index]!)
      for (const other of worksOf.get(person)!)
        if (other !== id) counts.set(other, (counts.get(other) ?? 0) + 1)
    return [...counts.keys()]
      .sort((a, b) => counts.get(b)! - counts.get(a)! || a - b)
      .slice(0, maxWorks)
  })
}

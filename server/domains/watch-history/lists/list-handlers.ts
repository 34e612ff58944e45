import type { endpoints } from '#contract/index.ts'
import { requireProfile } from '#server/api/access-rules.ts'
import type { Handlers } from '#server/api/handler.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { randomBytes } from 'node:crypto'
import {
  addWork,
  deleteList,
  insertList,
  lockList,
  moveWork,
  readLists,
  readListWorks,
  readSharedList,
  removeWork,
  updateList,
} from './list-queries.ts'
import { findContent } from '../history-queries.ts'

/** 128 bits, so that no address of a list can be guessed. */
const createToken = () => randomBytes(16).toString('base64url')

export const listHandlers: Handlers<typeof endpoints.lists> = {
  async listLists({ db, session, query }) {
    const results = await readLists(db, requireProfile(session), query)
    return { count: results.length, results }
  },

  async createList({ transact, session, body: { name, series_id }, now }) {
    const profile = requireProfile(session)
    return transact(async (tx) => {
      const list_id =
        (await insertList(tx, { profile_id: profile.id, name, now })) ??
        throwProblem('list_limit_reached')
      if (series_id !== undefined) {
        const work = { content_type: 'series', object_id: series_id } as const
        if (!(await findContent(tx, work, profile))) throwProblem('not_found')
        await addWork(tx, { list_id, series_id, now })
      }
      const [list] = await readLists(tx, profile, { list_id, series_id })
      return list ?? throwProblem('not_found')
    })
  },

  async readList({ db, session, params: { id } }) {
    const profile = requireProfile(session)
    const [[list], works] = await Promise.all([
      readLists(db, profile, { list_id: id }),
      readListWorks(db, id, profile.age_limit),
    ])
    return list ? { ...list, works } : throwProblem('not_found')
  },

  async updateList({ transact, session, params: { id }, body: { name, is_shared }, now }) {
    const profile = requireProfile(session)
    return transact(async (tx) => {
      const list = (await lockList(tx, profile.id, id)) ?? throwProblem('not_found')
      const token =
        is_shared === undefined ? list.token : is_shared ? (list.token ?? createToken()) : null
      await updateList(tx, { id, name: name ?? list.name, token, now })
      const [updated] = await readLists(tx, profile, { list_id: id })
      return updated ?? throwProblem('not_found')
    })
  },

  async deleteList({ transact, session, params }) {
    const wasDeleted = await transact((tx) => deleteList(tx, requireProfile(session).id, params.id))
    return wasDeleted ? null : throwProblem('not_found')
  },

  async addListWork({ transact, session, params: { id }, body: { series_id }, now }) {
    const profile = requireProfile(session)
    return transact(async (tx) => {
      if (!(await lockList(tx, profile.id, id))) throwProblem('not_found')
      const work = { content_type: 'series', object_id: series_id } as const
      if (!(await findContent(tx, work, profile))) throwProblem('not_found')
      const isAdded = await addWork(tx, { list_id: id, series_id, now })
      return isAdded ? { series_id } : throwProblem('list_limit_reached')
    })
  },

  async moveListWork({ transact, session, params: { id }, body, now }) {
    const profile = requireProfile(session)
    const wasMoved = await transact(
      async (tx) =>
        (await lockList(tx, profile.id, id)) && moveWork(tx, { list_id: id, ...body, now }),
    )
    return wasMoved ? { series_id: body.series_id } : throwProblem('not_found')
  },

  async removeListWork({ transact, session, params: { id }, query: { series_id }, now }) {
    const profile = requireProfile(session)
    const wasRemoved = await transact(
      async (tx) =>
        (await lockList(tx, profile.id, id)) && removeWork(tx, { list_id: id, series_id, now }),
    )
    return wasRemoved ? null : throwProblem('not_found')
  },

  async readSharedList({ db, params: { token }, catalogue_limit }) {
    const list = (await readSharedList(db, token)) ?? throwProblem('not_found')
    return { name: list.name, works: await readListWorks(db, list.id, catalogue_limit) }
  },
}

import * as z from 'zod/mini'
import { SeriesCard } from '#contract/contents/contents.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { bigIdParams, id, idString, listResponse, timestamp } from '#contract/core/fields.ts'
import { nameText } from '#contract/core/text-fields.ts'
import { listNameLength } from './list-limits.ts'

export const ListName = nameText(listNameLength)

/** A list of works (목록) that a profile made. */
export const WorkList = z.object({
  id: z.int(),
  name: z.string(),
  /** The secret of its public address `/lists/{token}`; null while the list is private. */
  token: z.nullable(z.string()),
  /** The works that the profile may see. */
  work_count: z.int(),
  /** The posters of its first works, for its cover. */
  posters: z.array(z.object({ url: z.nullable(z.string()), color: z.string() })),
  /** Whether the list has the work of the query; false without one. */
  has_work: z.boolean(),
  updated_at: timestamp,
})

export type WorkList = z.infer<typeof WorkList>

export const lists = {
  listLists: endpoint({
    method: 'GET',
    path: '/api/contents/lists/me/',
    summary: 'Lists the lists of the profile, the last changed first',
    access: 'profile',
    query: z.strictObject({ series_id: z.optional(idString) }),
    response: listResponse(WorkList),
  }),
  createList: endpoint({
    method: 'POST',
    path: '/api/contents/lists/me/',
    summary: 'Creates a private list, with a work if one is named',
    access: 'profile',
    body: z.strictObject({ name: ListName, series_id: z.optional(id) }),
    response: WorkList,
    status: 201,
    problems: ['list_limit_reached'],
  }),
  readList: endpoint({
    method: 'GET',
    path: '/api/contents/lists/me/{id}/',
    summary: 'Returns a list of the profile with its works in their order',
    access: 'profile',
    params: bigIdParams,
    response: z.extend(WorkList, { works: z.array(SeriesCard) }),
  }),
  updateList: endpoint({
    method: 'PATCH',
    path: '/api/contents/lists/me/{id}/',
    summary:
      'Renames a list, shares it by a new link or makes it private, which ends its link at once',
    access: 'profile',
    params: bigIdParams,
    body: z.strictObject({ name: z.optional(ListName), is_shared: z.optional(z.boolean()) }),
    response: WorkList,
  }),
  deleteList: endpoint({
    method: 'DELETE',
    path: '/api/contents/lists/me/{id}/',
    summary: 'Deletes a list',
    access: 'profile',
    params: bigIdParams,
    response: null,
  }),
  addListWork: endpoint({
    method: 'POST',
    path: '/api/contents/lists/me/{id}/works/',
    summary: 'Adds a work at the end of a list; repeating the call changes nothing',
    access: 'profile',
    params: bigIdParams,
    body: z.strictObject({ series_id: id }),
    response: z.object({ series_id: z.int() }),
    status: 201,
    problems: ['list_limit_reached'],
  }),
  moveListWork: endpoint({
    method: 'PATCH',
    path: '/api/contents/lists/me/{id}/works/',
    summary: 'Moves a work before another one of the list, or to its end',
    access: 'profile',
    params: bigIdParams,
    body: z.strictObject({ series_id: id, before_series_id: z.nullable(id) }),
    response: z.object({ series_id: z.int() }),
  }),
  removeListWork: endpoint({
    method: 'DELETE',
    path: '/api/contents/lists/me/{id}/works/',
    summary: 'Removes a work from a list',
    access: 'profile',
    params: bigIdParams,
    query: z.strictObject({ series_id: idString }),
    response: null,
  }),
  readSharedList: endpoint({
    method: 'GET',
    path: '/api/contents/lists/shared/{token}/',
    summary: 'Returns a list that its owner shares by link, with the works that the caller may see',
    // Not `public`: a cache would serve the list after it was made private.
    access: 'anyone',
    params: z.strictObject({ token: z.string().check(z.regex(/^[\w-]{22}$/)) }),
    response: z.object({ name: z.string(), works: z.array(SeriesCard) }),
  }),
}

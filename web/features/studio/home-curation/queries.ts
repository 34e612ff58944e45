import { endpoints } from '#contract/index.ts'
import { call } from '#web/api/client.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { loadHome } from '#web/features/home/load-home.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { maxHomeRows } from '#contract/contents/staff/home-curation.ts'
import { queryOptions } from '@tanstack/react-query'
import { homeCurationMessages as messages } from './messages.ko.ts'

const { studio_home_curation: calls } = endpoints

export const curationQuery = queryOptions({
  queryKey: studioKeys.homeCuration('edit'),
  queryFn: () => call(calls.readCuration, {}),
  // The base of an edit is always refetched.
  staleTime: 0,
})

/** Home at an instant. Its automatic rows are those of now. */
export const previewQuery = (at: string, hasDrafts: boolean) =>
  queryOptions({
    queryKey: studioKeys.homeCuration('preview', at, hasDrafts),
    queryFn: () =>
      loadHome(call, Date.parse(at), () =>
        call(calls.previewCuration, { query: { at, drafts: hasDrafts ? 'true' : 'false' } }),
      ),
    staleTime: 0,
  })

/** The options of every edit. */
export const editOptions = {
  errors: 'inline',
  invalidates: [studioKeys.homeCuration()],
  messageOf: (cause: unknown) =>
    isApiError(cause, 'edit_conflict')
      ? messages.conflict
      : isApiError(cause, 'conflict')
        ? messages.too_many(maxHomeRows)
        : errorMessage(cause),
} as const

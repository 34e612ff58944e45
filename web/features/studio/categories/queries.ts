import { studio_categories as calls } from '#contract/contents/staff/categories.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { call } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { queryOptions } from '@tanstack/react-query'
import { categoriesMessages as messages } from './messages.ko.ts'

export const settingsQuery = queryOptions({
  queryKey: studioKeys.categories('settings'),
  queryFn: () => call(calls.readSettings, {}),
  // The base of an edit is always refetched.
  staleTime: 0,
})

/** The options of every edit. */
export const editOptions = {
  invalidates: [studioKeys.categories()],
  messageOf: (cause: unknown) =>
    isApiError(cause, 'edit_conflict')
      ? messages.conflict
      : isApiError(cause, 'conflict')
        ? messages.name_used
        : errorMessage(cause),
} as const

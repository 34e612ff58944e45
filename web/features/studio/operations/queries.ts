import { endpoints } from '#contract/index.ts'
import { call } from '#web/api/client.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { queryOptions } from '@tanstack/react-query'
import { modesMessages } from './modes-messages.ko.ts'

const { studio_operations: calls } = endpoints

/** Interval in ms of the reports of processes. */
const refetchInterval = 10_000

export const healthQuery = queryOptions({
  queryKey: studioKeys.operations('health'),
  queryFn: () => call(calls.readHealth, {}),
  refetchInterval,
  staleTime: 0,
})

export const modesQuery = queryOptions({
  queryKey: studioKeys.operations('modes'),
  queryFn: () => call(calls.readModes, {}),
  // The base of an edit is always refetched.
  staleTime: 0,
})

/** The options of every change of the modes. */
export const editOptions = () =>
  ({
    invalidates: [studioKeys.operations()],
    messageOf: (cause: unknown) =>
      isApiError(cause, 'edit_conflict') ? modesMessages.conflict : errorMessage(cause),
  }) as const

export const runbookQuery = (name: string) =>
  queryOptions({
    queryKey: studioKeys.operations('runbook', name),
    queryFn: () => call(calls.readRunbook, { params: { name } }),
  })

import { endpoints } from '#contract/index.ts'
import { call } from '#web/api/client.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { queryOptions } from '@tanstack/react-query'

const { studio_operations: calls } = endpoints

/** Interval in ms of the reports of processes. */
const refetchInterval = 10_000

export const healthQuery = queryOptions({
  queryKey: studioKeys.operations('health'),
  queryFn: () => call(calls.readHealth, {}),
  refetchInterval,
  staleTime: 0,
})

export const runbookQuery = (name: string) =>
  queryOptions({
    queryKey: studioKeys.operations('runbook', name),
    queryFn: () => call(calls.readRunbook, { params: { name } }),
  })

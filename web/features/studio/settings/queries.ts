import { endpoints } from '#contract/index.ts'
import { call } from '#web/api/client.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { queryOptions } from '@tanstack/react-query'

const { studio_service: calls } = endpoints

export const settingsQuery = queryOptions({
  queryKey: studioKeys.settings('current'),
  queryFn: () => call(calls.readSettings, {}),
})

export const launchQuery = queryOptions({
  queryKey: studioKeys.settings('launch'),
  queryFn: () => call(calls.readLaunchSteps, {}),
})

export const termsQuery = queryOptions({
  queryKey: studioKeys.settings('terms'),
  queryFn: () => call(calls.listTerms, {}),
})

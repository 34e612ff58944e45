import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import type { HealthDependencies } from '../health/part-reading.ts'
import { readHealth } from '../health/read-health.ts'
import { readRunbook } from '../health/read-runbook.ts'

export type OperationsDependencies = { health: Omit<HealthDependencies, 'db'> }

export const studioOperationsHandlers = ({
  health,
}: OperationsDependencies): Handlers<typeof endpoints.studio_operations> => ({
  readHealth: ({ db, now }) => readHealth({ ...health, db }, now),
  readRunbook: ({ params }) => readRunbook(params.name),
})

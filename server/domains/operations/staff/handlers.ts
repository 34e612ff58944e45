import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import type { HealthDependencies } from '../health/part-reading.ts'
import { readHealth } from '../health/read-health.ts'
import { readRunbook } from '../health/read-runbook.ts'
import { endMaintenance, resetLogLevel, setLogLevel, setMaintenance } from '../modes/edit-modes.ts'
import { readModes } from '../modes/mode-queries.ts'

export type OperationsDependencies = { health: Omit<HealthDependencies, 'db'> }

export const studioOperationsHandlers = ({
  health,
}: OperationsDependencies): Handlers<typeof endpoints.studio_operations> => ({
  readHealth: ({ db, now }) => readHealth({ ...health, db }, now),
  readRunbook: ({ params }) => readRunbook(params.name),
  readModes: ({ db }) => readModes(db),
  setMaintenance: (call) => call.transact((tx) => setMaintenance(tx, call, call.body)),
  endMaintenance: (call) => call.transact((tx) => endMaintenance(tx, call)),
  setLogLevel: (call) => call.transact((tx) => setLogLevel(tx, call, call.body)),
  resetLogLevel: (call) => call.transact((tx) => resetLogLevel(tx, call)),
})

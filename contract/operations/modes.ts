import { timestamp } from '#contract/core/fields.ts'
import { singleLineText } from '#contract/core/text-fields.ts'
import * as z from 'zod/mini'

const maintenanceMessageLength = { min: 1, max: 200 } as const

/** The levels that staff may set, from the most lines to the fewest. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

/** Minutes for which a log level may be set. Then that of the environment applies again. */
const logLevelMinutes = { min: 5, max: 1_440 } as const

const version = z.int().check(z.gte(0), z.lte(2_147_483_646))

export const MaintenanceBody = z.strictObject({
  version,
  message: singleLineText(maintenanceMessageLength),
  /** The expected end. Maintenance lasts until staff end it. */
  ends_at: timestamp,
})

export const LogLevelBody = z.strictObject({
  version,
  level: z.enum(logLevels),
  minutes: z.int().check(z.gte(logLevelMinutes.min), z.lte(logLevelMinutes.max)),
})

/** The modes in which the site runs, with the version that a change names. */
export const OperationModes = z.object({
  version: z.int(),
  /** Null while the site is open. */
  maintenance: z.nullable(
    z.object({ message: z.string(), started_at: timestamp, ends_at: timestamp }),
  ),
  /** Null while each process has the level of its environment. */
  log_level: z.nullable(z.object({ level: z.enum(logLevels), ends_at: timestamp })),
})
export type OperationModes = z.infer<typeof OperationModes>

import { endpoint } from '#contract/core/endpoint.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import * as z from 'zod/mini'
import { Health } from './health.ts'

export const studio_operations = {
  readHealth: endpoint({
    method: 'GET',
    path: '/api/studio/health/',
    summary: 'Returns the health of all processes and of what they depend on, within seconds',
    access: studioAccess.operations,
    response: Health,
  }),
  readRunbook: endpoint({
    method: 'GET',
    path: '/api/studio/health/runbooks/{name}/',
    summary: 'Returns a section of the operations manual of this version, in Markdown',
    access: studioAccess.operations,
    params: z.strictObject({ name: z.string().check(z.regex(/^[a-z\d-]{1,60}$/)) }),
    response: z.object({ title: z.string(), text: z.string() }),
  }),
}

import { endpoint } from '#contract/core/endpoint.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import * as z from 'zod/mini'
import { Health } from './health.ts'
import { LogLevelBody, MaintenanceBody, OperationModes } from './modes.ts'

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
  readModes: endpoint({
    method: 'GET',
    path: '/api/studio/operation-modes/',
    summary: 'Returns whether the site is in maintenance and which log level is set',
    access: studioAccess.operations,
    response: OperationModes,
  }),
  setMaintenance: endpoint({
    method: 'PUT',
    path: '/api/studio/operation-modes/maintenance/',
    summary: 'Closes the site to viewers with a message, or changes the message',
    access: studioAccess.operations,
    body: MaintenanceBody,
    response: OperationModes,
    problems: ['edit_conflict'],
  }),
  endMaintenance: endpoint({
    method: 'DELETE',
    path: '/api/studio/operation-modes/maintenance/',
    summary: 'Opens the site again',
    access: studioAccess.operations,
    response: OperationModes,
  }),
  setLogLevel: endpoint({
    method: 'PUT',
    path: '/api/studio/operation-modes/log-level/',
    summary: 'Sets the log level of all processes for some time',
    access: studioAccess.operations,
    body: LogLevelBody,
    response: OperationModes,
    problems: ['edit_conflict'],
  }),
  resetLogLevel: endpoint({
    method: 'DELETE',
    path: '/api/studio/operation-modes/log-level/',
    summary: 'Returns all processes to the log level of their environment',
    access: studioAccess.operations,
    response: OperationModes,
  }),
}

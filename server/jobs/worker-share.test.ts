import { expect, test } from 'vitest'
import type { JobHandlers } from './job-types.ts'
import type { TaskDefinition } from './task-types.ts'
import { selectWork } from './worker-share.ts'

const run = async () => {}
const jobs: JobHandlers = {
  encode_asset: { lane: 'cpu', run },
  encode_first_rendition: { lane: 'urgent', run },
  send_message: { lane: 'io', run },
  purge_films: { run },
}
const tasks: TaskDefinition[] = [
  { name: 'accounts', seconds: 600, run },
  { name: 'media', seconds: 60, scope: 'each process', run },
]

test('gives a worker everything by default', () => {
  expect(selectWork('all', jobs, tasks)).toEqual({ excluded: [], tasks })
})

test('divides jobs between workers of films and others, and leaves shared tasks to the others', () => {
  const films = selectWork('films', jobs, tasks)
  const other = selectWork('other', jobs, tasks)
  expect(films.excluded).toEqual(['send_message', 'purge_films'])
  expect(other.excluded).toEqual(['encode_asset', 'encode_first_rendition'])
  expect(films.tasks.map(({ name }) => name)).toEqual(['media'])
  expect(other.tasks).toEqual(tasks)
})

import { studioSocketPath } from '#contract/core/sockets.ts'
import type { BenchApp } from '../lib/bench-app.ts'
import { createMembers } from '../lib/create-members.ts'
import { median, milliseconds, type Row } from '../report.ts'
import pg from 'pg'
import { WebSocket } from 'ws'

const acts = 50

/** Time from a staff action on one process to the event on a studio page connected to another. */
export async function benchStudioEvents(app: BenchApp): Promise<Row[]> {
  const [firstOrigin, secondOrigin] = [await app.serve(), await app.serve()]
  const owner = new pg.Client({ connectionString: app.owner_url })
  await owner.connect()
  const { cookies, members } = await createMembers(owner, 'news', 1)
  await owner.query('update members set is_staff = true where id = any($1)', [members])
  await owner.query('update sessions set second_factor_at = now() where member_id = any($1)', [
    members,
  ])
  await owner.end()
  const [cookie = ''] = cookies
  const page = new WebSocket(secondOrigin.replace('http', 'ws') + studioSocketPath, {
    headers: { cookie, origin: secondOrigin },
  })
  const nextEvent = () =>
    new Promise<string>((resolve) =>
      page.once('message', (data) => resolve((data as Buffer).toString())),
    )
  await nextEvent()
  const times: number[] = []
  const afterAnswer: number[] = []
  try {
    for (let at = 0; at < acts; at++) {
      const event = nextEvent()
      const startedAt = performance.now()
      const answer = await fetch(`${firstOrigin}/api/studio/templates/`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ title: `인사 ${at}`, context: '안녕하세요.' }),
      })
      if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
      const answered = performance.now()
      if (!(await event).includes('answer_template')) throw new Error('Unexpected studio event')
      times.push(performance.now() - startedAt)
      afterAnswer.push(performance.now() - answered)
    }
  } finally {
    page.terminate()
  }
  const worst = Math.max(...times)
  return [
    {
      name: `staff action to event on a studio page at another process, worst of ${acts}`,
      ours: `${milliseconds(worst)} (median ${milliseconds(median(times))}, ${milliseconds(median(afterAnswer))} of it after its answer)`,
      baseline: '',
      bar: '< 500 ms',
      ok: worst < 500,
    },
  ]
}

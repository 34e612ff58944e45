import type { Inquiry } from '#contract/customer-services.ts'
import { endpoints } from '#contract/index.ts'
import type { Problem } from '#contract/problems.ts'
import type { TestMember } from './members.ts'
import type { World } from './world.ts'

const { writeInquiry } = endpoints.customer_services

export type Asked = {
  subject_id?: string
  title?: string
  context?: string
  file?: Buffer | string
  name?: string
}

/** Sends an inquiry as a browser does. */
export function sendInquiry(
  member: Pick<TestMember, 'fetch'>,
  {
    subject_id = '2',
    title = '결제가 두 번 됐어요',
    context = '확인해 주세요.',
    file,
    name = '영수증.txt',
  }: Asked = {},
): Promise<Response> {
  const form = new FormData()
  for (const [field, value] of Object.entries({ subject_id, title, context }))
    form.append(field, value)
  if (file !== undefined)
    form.append('attachment_file', new File([new Uint8Array(Buffer.from(file))], name))
  return member.fetch(writeInquiry.path, { method: writeInquiry.method, body: form })
}

/** The same, and it is taken. */
export async function ask(member: Pick<TestMember, 'fetch'>, asked: Asked = {}): Promise<Inquiry> {
  const response = await sendInquiry(member, asked)
  if (response.status !== 201) throw new Error(await response.text())
  return (await response.json()) as Inquiry
}

/** The code it is refused with, or 201. */
export async function outcome(response: Response): Promise<string | 201> {
  return response.status === 201 ? 201 : ((await response.json()) as Problem).code
}

/** Puts in `count` inquiries of a member's, a minute apart, the last of them now. */
export async function plantInquiriesOf(world: World, member_id: number, count: number) {
  await world.pool.query(
    `insert into inquiries (member_id, subject_id, title, context, created_at)
     select $1, 1 + n % 7, '문의 ' || n, repeat('내용 ', 100), $3::timestamptz - make_interval(mins => $2 - n)
     from generate_series(1, $2) as n`,
    [member_id, count, world.clock.now().toISOString()],
  )
}

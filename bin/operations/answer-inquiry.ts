/**
 * `npm run answer`: lists open inquiries. `npm run answer -- ID` shows one; `npm run answer -- ID FILE` answers it with the
 * text of a file, or of standard input if FILE is `-`. Works with or without a running server.
 */
import { answerLength, type StaffInquiry } from '#contract/customer-services/customer-services.ts'
import type { Database } from '#server/db/client.ts'
import { answerInquiry, readOpenInquiries } from '#server/domains/customer-services/index.ts'
import { commandLineActor } from '#server/domains/studio/index.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { endpoints } from '#contract/index.ts'
import { readFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import { operatorName, runTask, resolveCliPath } from './command-line.ts'
import { withMigratedDatabase } from './with-database.ts'

const listLimit = 50
const [idArgument, source, ...others] = process.argv.slice(2)
const id = idArgument === undefined ? undefined : Number(idArgument)
if (others.length > 0 || (idArgument !== undefined && !/^[1-9]\d{0,8}$/.test(idArgument))) {
  console.error('Usage: npm run answer                list open inquiries')
  console.error('       npm run answer -- ID          show an inquiry')
  console.error('       npm run answer -- ID FILE|-   answer an inquiry')
  process.exit(2)
}

await runTask(async () => {
  const answer = source === undefined ? undefined : await readAnswer(source)
  await withMigratedDatabase({ name: 'answer' }, ({ config, database }) => {
    if (id === undefined) return list(database)
    if (answer === undefined) return show(database, id)
    return send(database, id, answer, config.site_url)
  })
})

/** Validates the answer like the endpoint, before anything is started. */
async function readAnswer(from: string): Promise<string> {
  const file = resolveCliPath(from)
  const read = from === '-' ? textOf(process.stdin) : readFile(file, 'utf8')
  const answer = (
    await read.catch(() => {
      throw new StartupError(`There is no file ${file}.`)
    })
  ).trim()
  const checked = endpoints.customer_services.answerInquiry.body.safeParse({ answer })
  if (!checked.success)
    throw new StartupError(
      `An answer is text of ${answerLength.min} to ${answerLength.max} characters; this is of ${answer.length}.`,
    )
  return answer
}

async function list({ db }: Database) {
  const { count, results } = await readOpenInquiries(db, { limit: listLimit, offset: 0 })
  for (const inquiry of results)
    console.log(
      [
        String(inquiry.id).padStart(6),
        inquiry.created_at.slice(0, 16).replace('T', ' '),
        inquiry.subject_name,
        plain(inquiry.title),
      ].join('  '),
    )
  console.log(count > results.length ? `… and ${count - results.length} more` : `${count} open`)
}

async function show({ db }: Database, inquiryId: number) {
  const { results } = await readOpenInquiries(db, { limit: 1, offset: 0, id: inquiryId })
  const [inquiry] = results
  if (!inquiry) throw new StartupError(`There is no open inquiry ${inquiryId}.`)
  console.log(headOf(inquiry))
  console.log(`\n${plain(inquiry.context)}`)
}

function headOf(inquiry: StaffInquiry): string {
  const { id: number, title, subject_name, created_at, username, email, attachment_name } = inquiry
  const lines = [
    `${number}  ${plain(title)}`,
    `${subject_name}, ${created_at}, ${username} ${email}`,
  ]
  if (attachment_name)
    lines.push(`${attachment_name} (${inquiry.attachment_file}, signed in as staff)`)
  return lines.join('\n')
}

/** Removes control and formatting characters, which a terminal would interpret. */
function plain(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, '')
}

async function send({ transact }: Database, inquiryId: number, answer: string, site_url: string) {
  try {
    const actor = commandLineActor(operatorName(), new Date())
    const inquiry = await transact((tx) =>
      answerInquiry(tx, { site_url }, actor, { id: inquiryId, answer }),
    )
    console.log(`Answered ${headOf(inquiry)}`)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    throw new StartupError(
      error.code === 'already_answered'
        ? `Inquiry ${inquiryId} is answered already.`
        : `There is no inquiry ${inquiryId}.`,
    )
  }
}

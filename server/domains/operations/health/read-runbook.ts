import { throwProblem } from '#server/shared/problem-error.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const manual = join(import.meta.dirname, '../../../../docs/operations.md')

/**
 * Reads a section of the manual of this version from the disk, so that it is there without the internet.
 * @param name its heading as an anchor. @throws ProblemError `not_found`
 */
export async function readRunbook(name: string): Promise<{ title: string; text: string }> {
  const text = await readFile(manual, 'utf8').catch(() => throwProblem('not_found'))
  const sections = text.split(/^(?=##+ )/m)
  const section = sections.find((part) => anchorOf(titleOf(part)) === name)
  if (!section) throwProblem('not_found')
  return { title: titleOf(section), text: section.slice(section.indexOf('\n')).trim() }
}

const titleOf = (section: string) => /^#+ (.+)/.exec(section)?.[1] ?? ''

const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z\d -]/g, '')
    .replaceAll(' ', '-')

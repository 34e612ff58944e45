import type { ImportAnswer } from '#contract/studio-catalogue.ts'
import type { Transact } from '#server/db/client.ts'
import type { Editor } from './edits.ts'
export async function importWorks(_t: Transact, _e: Editor, _f: Buffer, _d: boolean): Promise<ImportAnswer> {
  return { added: 0, changed: 0, unchanged: 0, refused: 0, lines: [] }
}

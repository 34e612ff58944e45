/**
 * Refuses words of the project's earlier private vocabulary in code, comments and documents, and retired wording in Korean
 * texts. Exits with 1 and one line per finding, with the term to use.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Whole words, in any case, and what to write instead. */
const retired: Readonly<Record<string, string>> = {
  he: 'the member, they',
  him: 'the member, them',
  his: "the member's, their",
  whom: 'the member that, the caller that',
  whoever: 'the caller, any member',
  somebody: 'a member, a caller',
  house: 'app',
  shelf: 'card cache',
  bargain: 'priced item',
  newcomer: 'guest client',
  mishap: 'injected fault',
  lapse: 'expire',
  hear: 'receive, handle',
  wish: 'request, intent',
  sealing: 'encryption',
  closings: 'account-deletion hooks',
  fate: 'status, outcome',
  plant: 'seed',
  door: 'authorization',
  handed: 'issued, delivered, passed',
}

/** Wording of screens and mails that was replaced everywhere, as part of any word. */
const retiredKorean: Readonly<Record<string, string>> = {
  연재: '방영, 공개',
  까닭: '이유',
  견주: '비교',
  더빙만: '더빙',
  무료만: '무료',
  '작품은 어떠세요': '작품은 어때요',
  '목소리 역': '내레이션',
  키즈: '어린이',
  '들리는 그대로': '들리는 대로',
  '한 번만 쓰이고': '한 번만 결제되고',
  '서울 시각': '한국 시각',
  '글자 넘게': '글자 이상',
  '돌려 드': '돌려드',
}

const pattern = new RegExp(`(?<![\\w-])(${Object.keys(retired).join('|')})(?![\\w-])`, 'gi')

const files = globSync(
  [
    '{contract,server,simulators,bench,deploy,test}/**/*.{ts,sql,yml,conf,sh}',
    'web/**/*.{ts,tsx,css}',
    'bin/*.mjs',
    'bin/{app,operations,checks,tests}/**/*.ts',
    'seed/{*,activity/*,help-center/*}.ts',
    '{README,CONTRIBUTING}.md',
    'docs/{architecture,operations,security}.md',
    'docs/decisions/*.md',
  ],
  { cwd: root, exclude: ['**/node_modules/**', '**/*.generated.ts'] },
).filter((path) => path !== 'bin/checks/retired-words.ts')

const koreanPattern = new RegExp(`(${Object.keys(retiredKorean).join('|')})`, 'g')
const koreanFiles = globSync(
  ['{web,server,simulators,seed}/**/*.{ko,copy}.ts', 'seed/help-center/*.ts'],
  { cwd: root },
)

let findings = 0

/** Reports the words of `files` that `found` finds, with what to write instead. */
function check(
  files: readonly string[],
  found: RegExp,
  replacements: Readonly<Record<string, string>>,
) {
  for (const path of files.toSorted()) {
    const lines = readFileSync(join(root, path), 'utf8').split('\n')
    for (const [index, line] of lines.entries())
      for (const [, word = ''] of line.matchAll(found)) {
        findings++
        console.error(`${path}:${index + 1}: "${word}": write ${replacements[word.toLowerCase()]}`)
      }
  }
}

check(files, pattern, retired)
check(koreanFiles, koreanPattern, retiredKorean)
if (findings > 0) {
  console.error(`${findings} findings`)
  process.exitCode = 1
}

import { joinCopy } from '#web/copy/join.ts'
import { pageMeta } from '#web/page-meta.ts'
import { joinSteps } from '#web/paths.ts'
import { stepOf } from './use-step.ts'

/** The title of each step, so that history, tabs and screen readers tell them apart. */
export function joinMeta(matches: Parameters<typeof pageMeta>[0], path: string) {
  const at = joinSteps.indexOf(stepOf(path))
  return pageMeta(matches, {
    title: joinCopy.step_title(joinCopy.step_names[at] ?? joinCopy.title, at + 1, joinSteps.length),
    description: joinCopy.description,
    path,
    hidden: true,
  })
}

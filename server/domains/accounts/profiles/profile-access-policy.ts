/**
 * Rules for selecting and changing a profile (decisions/0014-profiles):
 *
 * 1. A profile with a PIN is selected by its PIN, and changed only while it is selected.
 * 2. A children's profile is left by the PIN of the other profile, or by the password if that has none.
 * 3. A children's profile changes no profile.
 * 4. Raising a limit, creating a profile with a higher limit than the selected one, and turning a children's profile
 *    into an ordinary one need the password.
 *
 * The password replaces every PIN.
 */
import { type AgeLimit, isAbove } from '#contract/core/age-limits.ts'

type Selected = { id: number; age_limit: AgeLimit; is_child: boolean }
type Target = { id: number; has_pin: boolean }
type Limits = { age_limit: AgeLimit; is_child: boolean }

/** The proof that selecting `target` requires, given the session's profile, which may be null. */
export function proofOfSelection(
  selected: Pick<Selected, 'id' | 'is_child'> | null,
  target: Target,
): 'none' | 'pin' | 'password' {
  if (selected?.id === target.id) return 'none'
  if (target.has_pin) return 'pin'
  return selected?.is_child ? 'password' : 'none'
}

/** The reason why the session's profile may not change `target`, or may not create a profile if `target` is absent. */
export function obstacleToChange(selected: Pick<Selected, 'id' | 'is_child'>, target?: Target) {
  if (selected.is_child) return 'child_profile'
  return target?.has_pin && target.id !== selected.id ? 'pin_required' : null
}

/** Whether a new profile with `limits` needs the password. */
export const doesCreationNeedPassword = (selected: Selected, limits: Limits): boolean =>
  isAbove(limits.age_limit, selected.age_limit)

/** Whether a change of a profile from `before` to `after` needs the password. */
export const doesChangeNeedPassword = (before: Limits, after: Limits): boolean =>
  isAbove(after.age_limit, before.age_limit) || (before.is_child && !after.is_child)

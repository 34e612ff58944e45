/** The rules of forms in the pages: one way to check values, fields that cannot be half right, and buttons that say what is missing. */

/** A button of a form that is not ready says what is missing when it is pressed: `incomplete`. */
const disabledSubmitPattern = /<Button\s[^<]*?type="submit"[^<]*?\sdisabled=/g
const mayDisableSubmit = new Set([
  // The specification: Register is disabled until the form is valid.
  'web/features/support/inquiries/inquiry-new.route.tsx',
  // Its price is not known yet.
  'web/features/billing/purchase/purchase-dialog.tsx',
])

/** The hooks that check a form by the contract's schema and say what is missing. */
/** `useApiForm`, `useMutationForm`, or the hook of one form that calls them, such as `useInquiryForm`. */
const formHookPattern = /\buse(?:\w+Form|CheckedValues)\b/
const mayHaveOtherForms = new Set([
  // Searches and filters, which are addresses.
  'web/app/error-page.tsx',
  'web/routing/query-form.tsx',
  'web/features/search/search-layout.tsx',
  'web/features/studio/list/list-controls.tsx',
  'web/features/studio/analytics/date-range-picker.tsx',
  // The frames of forms, and the editor that merges the edits of colleagues.
  'web/features/account/join/step-form.tsx',
  'web/features/studio/common/draft-form.tsx',
  'web/features/studio/catalog/editing/edit-form.tsx',
  // Choices and consents without a field to type in.
  'web/features/title/reviews/reviews-panel.tsx',
  'web/features/billing/plans/plan-dialog.tsx',
  'web/features/billing/points/top-up-packages.tsx',
  'web/features/billing/purchase/purchase-dialog.tsx',
  // The first is sent by its last digit, the second with another request.
  'web/features/account/profiles/pin-dialog.tsx',
  'web/features/account/fields/reauthenticate.tsx',
  // A field, or a period of each work, within an edit of the catalogue.
  'web/features/studio/catalog/seasons-panel.tsx',
  'web/features/studio/schedule/reschedule-form.tsx',
  'web/features/studio/home-curation/home-curation.route.tsx',
])

/** Native inputs of dates and numbers, which report half a value as an empty one. */
const valueInputPattern = /\btype="(?:date|datetime-local|time|month|number)"|inputMode="numeric"/g
const mayHaveValueInputs = new Set([
  'web/features/studio/common/value-fields.tsx',
  // A code of six digits.
  'web/features/studio/common/authenticator-setup.tsx',
  // Its form reports days that are missing.
  'web/features/studio/analytics/date-range-picker.tsx',
])

/** @returns the findings in a file of the pages. */
export function formProblems(path: string, source: string): string[] {
  const placeOf = (index: number) => `${path}:${source.slice(0, index).split('\n').length}`
  const problems: string[] = []
  if (!mayDisableSubmit.has(path))
    for (const { index } of source.matchAll(disabledSubmitPattern))
      problems.push(`${placeOf(index)}: a button of a form is incomplete, not disabled`)
  if (/<form\b/.test(source) && !formHookPattern.test(source) && !mayHaveOtherForms.has(path))
    problems.push(`${path}: forms use useApiForm or useMutationForm, and drafts useCheckedValues`)
  if (path.startsWith('web/features/studio/') && !mayHaveValueInputs.has(path))
    for (const { index } of source.matchAll(valueInputPattern))
      problems.push(`${placeOf(index)}: use a field of value-fields.tsx`)
  return problems
}

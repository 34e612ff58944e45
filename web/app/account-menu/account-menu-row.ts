/** An item of the account menu, for the menu and for the parts that load when it opens. */
export const menuRow =
  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-control px-3 text-left text-base hover:bg-surface-high focus-visible:bg-surface-high focus-visible:-outline-offset-2'

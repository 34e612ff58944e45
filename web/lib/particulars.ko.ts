/** The particulars of a company that pages and receipts show, in this order. */
const labels = {
  company_name: '상호',
  representative: '대표',
  business_number: '사업자등록번호',
  mail_order_number: '통신판매업신고',
  address: '주소',
  hosting_provider: '호스팅',
  privacy_officer: '개인정보 보호책임자',
} as const
type Particular = keyof typeof labels

/** Returns label and value of each particular that is set, without those in `except`. */
export const particularsOf = (
  service: { readonly [Name in Particular]?: string | null | undefined },
  except: readonly Particular[] = [],
): [label: string, value: string][] =>
  (Object.keys(labels) as Particular[]).flatMap((name): [string, string][] => {
    const value = service[name]
    return value && !except.includes(name) ? [[labels[name], value]] : []
  })

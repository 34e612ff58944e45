import type { RequiredParticular, TermsName } from '#contract/service/particulars.ts'
import type { TrialProvider } from '#contract/operations/trials.ts'
import type { LaunchStep } from '#contract/service/staff.ts'

/** Labels of the fields, also of those that the checklist names. */
export const settingLabels = {
  name: '서비스 이름',
  tagline: '한 줄 소개',
  accent_color: '강조색',
  company_name: '상호',
  representative: '대표자 이름',
  business_number: '사업자등록번호',
  mail_order_number: '통신판매업 신고번호',
  address: '주소',
  phone: '전화번호',
  email: '이메일',
  hosting_provider: '호스팅 서비스 제공자',
  privacy_officer: '개인정보 보호책임자',
  support_hours: '상담 시간',
  mail_sender_name: '보내는 사람 이름',
  mail_footer: '메일 아래에 붙는 글',
  instagram_url: '인스타그램 주소',
  youtube_url: '유튜브 주소',
  x_url: 'X 주소',
} as const
export type SettingName = keyof typeof settingLabels

const terms: Record<TermsName, string> = {
  service: '이용약관',
  privacy: '개인정보처리방침',
  age: '만 14세 이상 확인',
  marketing: '마케팅 정보 수신 동의',
  'paid-service': '유료서비스 이용약관',
}

export const settingsMessages = {
  terms_names: terms,
  title: '설정',
  detail: '서비스의 이름과 회사 정보, 약관을 정해요. 저장하면 모든 화면과 메일에 바로 반영돼요.',
  save: '저장',
  saved: '설정을 저장했어요',
  conflict:
    '다른 소유자가 먼저 저장했어요. 화면을 새로 열어 바뀐 내용을 확인한 뒤 다시 고쳐 주세요.',
  groups: {
    look: '이름과 모양',
    company: '회사 정보',
    contact: '고객센터',
    mail: '메일',
    social: '소셜 링크',
  },
  company_detail:
    '전자상거래법 제10조와 제13조가 화면에 적도록 한 정보예요. 모두 채워야 판매를 시작할 수 있어요.',
  hints: {
    accent_color: '#과 여섯 글자로 적어 주세요. 비워 두면 기본색을 써요.',
    business_number: '000-00-00000',
    mail_order_number: '제2026-서울마포-0112호',
    phone: '지역 번호까지 적어 주세요.',
    mail_sender_name: '비워 두면 서비스 이름을 써요.',
    instagram_url: 'https://로 시작해요.',
    youtube_url: 'https://로 시작해요.',
    x_url: 'https://로 시작해요.',
  } as Partial<Record<SettingName, string>>,
  errors: {
    accent_color: '#과 0~9, a~f 여섯 글자로 적어 주세요.',
    business_number: '없는 사업자등록번호예요. 숫자 10자리를 다시 확인해 주세요.',
    mail_order_number: '제2026-서울마포-0112호처럼 적어 주세요.',
    phone: '전화번호를 다시 확인해 주세요. 예: 02-1234-5678',
    email: '이메일 주소를 끝까지 입력해 주세요. 예: help@example.com',
    instagram_url: 'https://로 시작하는 주소를 적어 주세요.',
    youtube_url: 'https://로 시작하는 주소를 적어 주세요.',
    x_url: 'https://로 시작하는 주소를 적어 주세요.',
  } as Partial<Record<SettingName, string>>,
  low_contrast: '어두운 화면에서 글자가 읽히지 않는 색이에요. 더 밝은 색을 골라 주세요.',
  preview: '미리보기',
  preview_footer: '화면 아래',
  preview_mail: '메일',
  preview_mail_text: '결제가 완료됐어요',
  preview_button: '단추',
  sent_by: (name: string) => `${name}에서 보낸 메일이에요.`,
  logo: {
    title: '로고',
    detail:
      'PNG, JPEG, WebP 파일로 10 MB까지 올릴 수 있어요. 파비콘과 앱 아이콘을 모두 이 그림으로 만들어요. 정사각형에 가깝고 배경이 투명한 그림이 좋아요.',
    upload: '로고 올리기',
    remove: '로고 지우기',
    set: '로고를 바꿨어요',
    removed: '로고를 지웠어요',
    none: '로고가 없어요. 이름을 글자로 보여 줘요.',
    current: '지금 로고',
    too_large: '10 MB까지 올릴 수 있어요. 파일을 줄여 주세요.',
    wrong_type: 'PNG, JPEG, WebP 파일만 올릴 수 있어요. SVG는 받지 않아요.',
    unreadable: '그림을 읽을 수 없어요. 파일이 깨지지 않았는지 확인해 주세요.',
  },
  launch: {
    title: '열기 전에 할 일',
    selling: '판매하고 있어요.',
    not_selling: '아직 판매하지 않아요. 회사 정보와 약관을 채우면 시작돼요.',
    done: '끝났어요',
    todo: '할 일',
    open: '하러 가기',
    missing: (labels: string) => `빠진 것: ${labels}`,
    unset: {
      mail: '환경 변수 SMTP_URL을 넣고 서버를 다시 켜 주세요.',
      sms: '환경 변수 SMS_URL이나 PHONE_VERIFICATION=off를 넣고 서버를 다시 켜 주세요.',
      payments:
        '환경 변수 TOSS_SECRET_KEY, TOSS_CLIENT_KEY, TOSS_MERCHANT_ID를 넣고 서버를 다시 켜 주세요.',
      storage: '환경 변수 DATA_DIR이나 S3를 넣고 서버를 다시 켜 주세요.',
    } satisfies Record<TrialProvider, string>,
    try: {
      mail: '시험 메일 보내기',
      sms: '시험 문자 보내기',
      payments: '키 확인하기',
      storage: '저장소 확인하기',
    } satisfies Record<TrialProvider, string>,
    failed: '안 됐어요',
    worked_at: (when: string) => `${when}에 해 보니 잘 됐어요.`,
    failed_at: (when: string, reason: string) => `${when}에 해 봤지만 안 됐어요: ${reason}`,
    not_needed: '전화번호를 확인하지 않아서 문자를 보내지 않아요.',
    untried: '아직 해 보지 않았어요.',
    steps: {
      particulars: { title: '회사 정보', todo: '법이 정한 정보를 모두 채워 주세요.' },
      terms: {
        title: '약관',
        todo: '이용약관과 개인정보처리방침, 유료서비스 이용약관을 올려 주세요.',
      },
      mail: { title: '메일', todo: '시험 메일을 보내 내 메일함에 오는지 확인해 주세요.' },
      sms: { title: '문자', todo: '시험 문자를 보내 내 휴대폰에 오는지 확인해 주세요.' },
      payments: { title: '결제', todo: '결제대행사가 키를 받아들이는지 물어봐 주세요.' },
      storage: { title: '저장소', todo: '파일을 넣고 다시 읽어 봐 주세요.' },
      first_work: { title: '첫 작품', todo: '작품을 만들어 공개해 주세요.' },
      second_factor: { title: '소유자의 추가 인증', todo: '인증 앱이나 패스키를 등록해 주세요.' },
      name: { title: '서비스 이름', todo: '기본 이름 대신 서비스의 이름을 정해 주세요.' },
    } satisfies Record<LaunchStep, { title: string; todo: string }>,
  },
  terms: {
    title: '약관',
    detail:
      '새 버전은 시행일까지 예고돼요. 시행 7일 전까지, 회원에게 불리하면 30일 전까지 공개해야 해요. 공개한 버전은 고치거나 지울 수 없어요.',
    list: '공개한 버전',
    empty: '아직 공개한 약관이 없어요.',
    version: (day: string) => `${day} 시행`,
    asks_consent: '다시 동의 받음',
    new: '새 버전 공개',
    name: '약관',
    effective_on: '시행일',
    lead: '한 줄 요약',
    note: '바뀐 내용',
    context: '내용',
    is_disadvantageous: '회원에게 불리하게 바뀌는 내용이에요',
    requires_consent: '회원에게 다시 동의를 받아요',
    requires_consent_hint: '이용약관과 개인정보처리방침의 바뀐 버전에서만 고를 수 있어요.',
    publish: '공개',
    published: '새 버전을 공개했어요',
    conflict: '시행일이 같거나 더 늦은 버전이 이미 있어요. 시행일을 바꿔 주세요.',
  },
} as const

/** The label of a field or document that is missing. */
export const missingLabel = (name: string): string =>
  settingLabels[name as RequiredParticular] ?? terms[name as TermsName] ?? name

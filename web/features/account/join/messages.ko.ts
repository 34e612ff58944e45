import type { Consent } from '#contract/accounts/account-rules.ts'
import type { ProblemCode } from '#contract/core/problem-codes.ts'
import { josa } from '#web/lib/josa.ts'

/** A consent in short; the full text is at /terms/{name}. */
type ConsentText = { name: string; terms: string; summary: readonly string[] }

const consentTexts: Record<Consent, ConsentText> = {
  terms_of_service: {
    name: '이용약관',
    terms: 'service',
    summary: [
      '드라마, 영화, 애니메이션 같은 영상을 회차별 구매나 이용권으로 볼 수 있는 서비스예요.',
      '계정은 본인만 쓸 수 있고, 다른 사람에게 빌려주거나 팔 수 없어요.',
      '영상을 내려받아 퍼뜨리거나 재생을 막는 기술을 우회하면 이용이 제한될 수 있어요.',
      '구매, 충전, 이용권의 결제와 환불은 유료서비스 이용약관을 따라요. 보지 않은 회차는 구매한 날부터 7일 안에 환불받을 수 있어요.',
      '약관이 바뀌면 시행 7일 전에, 회원에게 불리한 내용이면 30일 전에 알려 드려요.',
      '마이 > 프로필에서 언제든 탈퇴할 수 있어요.',
    ],
  },
  privacy_policy: {
    name: '개인정보 수집·이용',
    terms: 'privacy',
    summary: [
      '수집하는 항목: 이메일, 이름, 휴대폰 번호, 비밀번호. 이용하는 동안 접속 기록(IP 주소, 기기 종류)과 시청 기록이 만들어져요.',
      '쓰는 곳: 본인 확인, 로그인, 이어보기, 구매와 환불, 문의 답변, 부정 이용 방지.',
      '보관 기간: 탈퇴할 때까지 보관하고, 탈퇴를 취소할 수 있는 7일이 지나면 바로 지워요. 다만 법에 따라 계약과 결제 기록은 5년, 문의와 분쟁 처리 기록은 3년, 접속 기록은 3개월 동안 따로 보관해요.',
      '비밀번호는 알아볼 수 없게 바꾸어, 휴대폰 번호는 암호화해서 보관해요.',
      '동의하지 않을 수 있지만, 가입에 꼭 필요한 정보라서 동의하지 않으면 회원이 될 수 없어요.',
    ],
  },
  age_verification: {
    name: '만 14세 이상이에요',
    terms: 'age',
    summary: [
      '만 14세 미만 어린이의 개인정보를 모으려면 법정대리인의 동의가 필요해요. 이 서비스는 그 절차를 두고 있지 않아서 만 14세부터 가입할 수 있어요.',
      '만 14세 미만이 가입한 것을 알게 되면 계정을 닫고 정보를 지워요.',
      '청소년 관람불가 작품은 가입한 뒤 성인 인증을 따로 해야 볼 수 있어요.',
    ],
  },
  marketing_info: {
    name: '혜택과 새 소식 받기',
    terms: 'marketing',
    summary: [
      '새 작품, 이벤트, 포인트 혜택을 이메일과 문자로 보내 드려요.',
      '쓰는 항목: 이메일, 휴대폰 번호, 시청 기록. 동의를 거두거나 탈퇴할 때까지 써요.',
      '동의하지 않아도 이용하는 데 아무 불편이 없어요.',
      '마이 > 프로필에서 언제든 끌 수 있고, 바꾸면 그 사실을 메일로 알려 드려요.',
    ],
  },
}

export const joinMessages = {
  title: '회원가입',
  welcome_title: '한 편씩, 내 속도로',
  welcome_lead: '가입하면 보던 곳부터 이어 보고, 마음에 든 작품을 찜해 둘 수 있어요.',
  description: '이메일과 휴대폰 번호를 확인하고 회원이 되어 보세요.',
  step_title: (name: string, step: number, of: number) => `${name} (${step}/${of}) · 회원가입`,
  next: '다음',
  back: '이전',
  to_accounts: '로그인 화면으로',
  have_account: '이미 회원이신가요?',
  login: '로그인',
  recover_id: '아이디 찾기',
  change: '바꾸기',
  keep_current: '바꾸지 않고 그대로 쓰기',
  checking: '어디까지 했는지 확인하고 있어요',
  load_failed: '가입을 이어 갈 수 없어요',
  load_failed_detail: '서버와 연결하지 못했어요. 입력하신 내용은 그대로 있어요.',

  consents: {
    step: '약관 동의',
    heading: '약관에 동의해 주세요',
    lead: '하나씩 펼쳐서 읽어 볼 수 있어요.',
    legend: '약관 동의',
    all: '모두 동의해요',
    all_hint: '선택 항목도 함께 동의해요.',
    required: '[필수]',
    optional: '[선택]',
    read_consent: (name: string) => `${name} 내용 보기`,
    full_text: '전체 내용을 새 창에서 보기',
    texts: consentTexts,
    missing: (names: readonly string[]) =>
      `${josa(names.map((name) => `‘${name}’`).join(', '), '을/를')} 확인하고 체크해 주세요. 필수 항목이라 가입에 꼭 필요해요.`,
    under_age: '만 14세 미만이에요',
  },

  under_age: {
    heading: '만 14세부터 가입할 수 있어요',
    lead: '법정대리인의 동의를 받는 절차가 없어서, 만 14세 미만은 아직 회원이 될 수 없어요.',
    data_deleted: '지금까지 입력한 내용은 모두 지웠어요. 아무것도 남기지 않았어요.',
    deleting: '지금까지 입력한 내용을 지우고 있어요.',
    delete_failed: '연결이 끊겨서 입력한 내용을 아직 다 지우지 못했어요.',
    retry_delete: '다시 지우기',
    free_episodes: '무료 회차는 가입하지 않아도 볼 수 있어요.',
    home: '홈으로 가기',
    mistake: '잘못 눌렀어요',
  },

  email: {
    step: '이메일 확인',
    heading: '이메일을 알려 주세요',
    lead: '로그인할 때 아이디로 써요. 인증번호를 보내서 확인할게요.',
    label: '이메일',
    placeholder: 'name@example.com',
    code_heading: '메일을 확인해 주세요',
    code_lead: (to: string) => `${josa(to, '으로/로')} 보낸 6자리 숫자를 입력해 주세요.`,
    help_title: '메일이 오지 않았나요?',
    help: '스팸함을 확인해 주세요. 이미 가입한 이메일이라면 인증번호 대신 로그인 안내 메일이 도착해요.',
    verified_heading: '이메일을 확인했어요',
    change_address: '다른 이메일 쓰기',
  },

  phone: {
    step: '휴대폰 확인',
    heading: '휴대폰 번호를 알려 주세요',
    lead: '아이디를 찾거나 결제를 확인할 때 써요. 문자로 인증번호를 보낼게요.',
    given_lead:
      '여기에서는 번호를 문자로 확인하지 않아요. 그래서 청소년 관람불가 작품을 볼 수 없고, 번호로 아이디를 찾을 수 없어요.',
    given_heading: '휴대폰 번호를 받았어요',
    label: '휴대폰 번호',
    placeholder: '010-1234-5678',
    code_heading: '문자를 확인해 주세요',
    code_lead: (to: string) => `${josa(to, '으로/로')} 보낸 6자리 숫자를 입력해 주세요.`,
    help_title: '문자가 오지 않았나요?',
    help: '번호가 맞는지, 스팸 문자함에 있지 않은지 확인해 주세요. 1분 뒤에 다시 받을 수 있어요.',
    verified_heading: '휴대폰 번호를 확인했어요',
    change_address: '다른 번호 쓰기',
  },

  send: '인증번호 받기',
  confirm: '확인',

  name: {
    step: '이름',
    heading: '이름을 알려 주세요',
    lead: '아이디를 찾을 때 묻는 이름이라 기억할 수 있는 이름이 좋아요. 리뷰에는 가운데를 가리고 보여요.',
    label: '이름',
    hint: (max: number) => `${max}자까지 쓸 수 있어요.`,
  },

  password: {
    step: '비밀번호',
    heading: '마지막으로 비밀번호를 정해 주세요',
    lead: '붙여 넣거나 비밀번호 관리자가 만든 것을 써도 좋아요.',
    summary: '가입 정보',
    submit: '가입하기',
  },

  welcome: (name: string) => `${name}님, 반가워요. 이제 마음껏 둘러보세요.`,

  expired: '확인한 지 30분이 지나서, 안전을 위해 다시 확인할게요. 나머지 내용은 그대로 있어요.',
  /** Replaces server messages where the next action is known here. */
  refusals: {
    conflict: '이미 가입한 이메일이에요. 로그인해서 이용해 주세요.',
    phone_in_use: '이 휴대폰 번호로 가입한 계정이 있어요. 아이디를 찾아 로그인할 수 있어요.',
  } satisfies Partial<Record<ProblemCode, string>>,
} as const

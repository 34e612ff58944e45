import { passwordLength } from '#contract/accounts/account-rules.ts'

/** Fields shared by join, recovery and profile. */
export const accountFieldMessages = {
  code: {
    label: '인증번호',
    remaining: '남은 시간',
    extend: '시간 연장',
    resend: '다시 받기',
    resend_in: (seconds: number) => `다시 받기 (${seconds}초 뒤)`,
    hint: '6자리 숫자를 모두 입력하면 바로 확인해요.',
    checking: '확인하고 있어요',
    expired: '시간이 다 됐어요. 새 인증번호를 받아 주세요.',
    one_minute: '인증번호를 입력할 수 있는 시간이 1분 남았어요.',
    extended: (minutes: number) => `시간을 늘렸어요. 이제 ${minutes}분 안에 입력하면 돼요.`,
    resent: '새 인증번호를 보냈어요. 가장 나중에 받은 번호를 입력해 주세요.',
  },
  password: {
    label: '비밀번호',
    confirm: '비밀번호 확인',
    show: '비밀번호 보기',
    hide: '비밀번호 숨기기',
    rules: `${passwordLength.min}자 이상이면 어떤 글자든 좋아요. 이메일, 이름, 흔한 비밀번호는 쓸 수 없어요.`,
    too_short: (left: number) => `${left}자 더 입력해 주세요.`,
    strength: '비밀번호 세기',
    strengths: { weak: '약해요', fair: '보통이에요', strong: '튼튼해요' },
    advice: {
      weak: '서로 상관없는 낱말을 몇 개 이어 보세요.',
      fair: '낱말을 하나 더 붙이면 훨씬 튼튼해져요.',
      strong: '이대로 써도 좋아요.',
    },
    refusals: {
      too_common: '너무 흔해서 쓸 수 없어요. 서로 상관없는 낱말을 몇 개 이어 보세요.',
      too_personal: '이메일이나 이름, 서비스 이름이 들어가면 쓸 수 없어요.',
    },
    matches: '두 비밀번호가 같아요.',
    does_not_match: '두 비밀번호가 서로 달라요.',
    confirm_hint: '같은 비밀번호를 한 번 더 입력해 주세요.',
  },
} as const

/** Verification of a phone number. */
export const phoneVerificationMessages = {
  send: '인증번호 받기',
  change_number: '번호 바꾸기',
  verified: '확인했어요',
  given: '번호를 문자로 확인하지는 않아요',
  not_verified: '인증번호를 받아 휴대폰 번호를 확인해 주세요.',
  example: '010-1234-5678',
} as const

/** Reauthentication before sensitive changes. */
export const reauthenticationMessages = {
  title: '비밀번호를 확인할게요',
  details: {
    change: '중요한 정보를 바꾸기 전에 본인인지 한 번 더 확인해요.',
    withdrawal: '탈퇴하기 전에 본인인지 한 번 더 확인해요.',
    leave_child_profile: '어린이 프로필에서 나가려면 비밀번호를 입력해 주세요.',
  },
  password: '지금 비밀번호',
  incorrect: '비밀번호가 맞지 않아요. 다시 확인해 주세요.',
  confirm: '확인',
  cancel: '취소',
} as const

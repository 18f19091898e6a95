import type { Advice } from "../core/http/failures";
import type { RenderedRequest } from "../core/http/operations";
import { SET_API_KEY, settingName } from "../../common/settings";
import { RULES } from "./rules";

const BASE_URL = settingName("baseUrl");
const KEY = settingName("apiKey");
const TIME_LIMIT = `If the service needs longer, raise ${settingName("requestTimeoutSeconds")}.`;
const CHECK_BASE_URL = `Is ${BASE_URL} right?`;

const NEXT_STEPS: Record<Advice, string | ((request: RenderedRequest) => string)> = {
  authenticate: `Set a valid key: \`${SET_API_KEY}\` or the environment variable ${RULES.apiKey.env}.`,
  joinOrganization: ({ objectPath }) =>
    `The API key (${KEY}) may not act in organization ${objectPath.split("/")[0]}: its owner must be a member.`,
  createObject: ({ operation }) => `${operation.whenAbsent} If it exists, check its names and ${BASE_URL}.`,
  checkBaseUrl: CHECK_BASE_URL,
  checkService: `Check ${BASE_URL}: what responds there may not be the service.`,
  checkTimeLimit: TIME_LIMIT,
  checkBaseUrlAndTimeLimit: `${CHECK_BASE_URL} ${TIME_LIMIT}`,
  checkCertificates: `${CHECK_BASE_URL} If a private certificate authority signs its certificate, name its file in NODE_EXTRA_CA_CERTS.`,
  checkProxy: "Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY.",
  followRedirect: `Redirects are not followed: set ${BASE_URL} to the service's own address.`,
  signIn: `It may come from a sign-in page or a proxy in place of the service: check ${BASE_URL}.`,
  runLater: "Run it again later, and see what else uses up the rate that the service allows.",
  checkJob: "Check whether the job exists.",
};

/** Advice on the error of a request, in the names of the settings. */
export function nextStep(advice: Advice, request: RenderedRequest): string {
  const step = NEXT_STEPS[advice];
  return typeof step === "string" ? step : step(request);
}

import { isLoopback } from "../../../../provider/core/http/connection";

test.each<[url: string, is: boolean]>([
  ["http://localhost:8080/v1", true],
  ["http://LOCALHOST", true],
  ["https://127.1", true],
  ["http://127.0.0.1", true],
  ["http://127.255.254.253:80", true],
  ["http://[::1]:8080", true],
  ["https://localhost.example.com", false],
  ["http://not-localhost", false],
  ["https://example.com", false],
  ["http://127.0.0.1.example.com", false],
  ["http://128.0.0.1", false],
  ["http://localhost@example.com", false],
  ["http://[::2]", false],
])("%s is this machine: %p", (url, is) => {
  expect(isLoopback(url)).toBe(is);
});

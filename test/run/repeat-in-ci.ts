// On a busy machine a test fails now and then without a fault in the code. CI repeats it; the summary names each test that passed
// only then.
if (process.env.CI) jest.retryTimes(2, { logErrorsBeforeRetry: true, retryImmediately: true });

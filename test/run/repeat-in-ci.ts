// A busy machine fails a test now and then that has no fault; the summary counts those that only passed when repeated.
if (process.env.CI) jest.retryTimes(2, { logErrorsBeforeRetry: true, retryImmediately: true });

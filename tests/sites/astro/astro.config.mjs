export default { site: "https://example.com", telemetry: false };
